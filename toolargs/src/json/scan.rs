//! The end of a plain run inside a string: a quote, a backslash or a control byte.

const ONES: u64 = u64::MAX / 255;

/// The index of the first byte from `at` on that is not plain text inside a string, or the length.
#[inline(always)]
pub(super) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    let far = at + 64;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let stops = stops(u64::from_le_bytes(*word));
        if stops != 0 {
            return at + (stops.trailing_zeros() / 8) as usize;
        }
        at += 8;
        if at == far {
            at = skip_blocks(bytes, at);
        }
    }
    while bytes.get(at).is_some_and(|&byte| is_plain(byte)) {
        at += 1;
    }
    at
}

#[inline(always)]
fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// The high bit of each byte that stops the run; exact up to and including the first (Mycroft's test for a zero byte).
#[inline(always)]
fn stops(word: u64) -> u64 {
    let control = word.wrapping_sub(ONES * 0x20);
    let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    // none of the three sought is beyond ASCII, so one look at the high bits of the word serves all
    (control | quote | backslash) & !word & (ONES << 7)
}

/// Long runs go by whole blocks, in a loop that the compiler turns into vector instructions.
#[inline(never)]
fn skip_blocks(bytes: &[u8], at: usize) -> usize {
    let (blocks, _) = bytes[at..].as_chunks::<64>();
    let plain = blocks.iter().take_while(|block| !block.iter().fold(false, |stop, &byte| stop | !is_plain(byte)));
    at + 64 * plain.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stop_is_found_at_every_place() {
        for length in 0..200 {
            let mut bytes = vec![b'x'; length];
            assert_eq!(plain_end(&bytes, 0), length);
            for place in 0..length {
                for stop in [b'"', b'\\', 0, 0x1f] {
                    bytes[place] = stop;
                    assert_eq!(plain_end(&bytes, 0), place);
                    assert_eq!(plain_end(&bytes, place.saturating_sub(3)), place);
                }
                bytes[place] = 0x80 | b'"';
                assert_eq!(plain_end(&bytes, 0), length);
                bytes[place] = b'x';
            }
        }
    }
}
