use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Poller, Poll, Waker};

use pollster::block_on;
use toolargs::ToolArgs;
use toolargs_agent::observe::{Event, EventKind, Observer};
use toolargs_agent::{Context, Outcome, Toolbox};

use super::support::call;

/// Pending once.
struct Once(bool);

impl Future for Once {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Poller<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

#[derive(ToolArgs)]
struct Walk {
    steps: u32,
}

#[derive(Default)]
struct Counts {
    started: AtomicUsize,
    finished: AtomicUsize,
    dropped: AtomicUsize,
}

impl Counts {
    fn all(&self) -> [usize; 3] {
        [&self.started, &self.finished, &self.dropped].map(|count| count.load(Ordering::Relaxed))
    }
}

impl Observer for Counts {
    fn event(&self, event: &Event<'_>) {
        let count = match event.kind {
            EventKind::Started => &self.started,
            EventKind::Finished { .. } => &self.finished,
            EventKind::Dropped => &self.dropped,
            _ => return,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }
}

/// The calls that began, and whether their handlers came to their end.
type Begun = Arc<Mutex<Vec<(Context, Arc<AtomicBool>)>>>;

fn walker(counts: &Arc<Counts>, begun: &Begun) -> Toolbox {
    let begun = begun.clone();
    let walk = move |args: Walk, call: Context| {
        let ended = Arc::new(AtomicBool::new(false));
        begun.lock().unwrap().push((call, ended.clone()));
        async move {
            for _ in 0..args.steps {
                Once(false).await;
            }
            ended.store(true, Ordering::Relaxed);
            args.steps
        }
    };
    Toolbox::new().tool(walk).observe(counts.clone()).build().unwrap()
}

/// Polls so many times, then drops.
fn poll<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut poller = Poller::from_waker(Waker::noop());
    (0..polls).find_map(|_| match future.as_mut().poll(&mut poller) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    })
}

/// Every handler that did not come to its end knows that nobody waits; the number of those.
fn check_dropped(begun: &Begun) -> usize {
    let mut dropped = 0;
    for (call, ended) in std::mem::take(&mut *begun.lock().unwrap()) {
        let ended = ended.load(Ordering::Relaxed);
        assert_eq!(call.is_cancelled(), !ended, "{}", call.id());
        if !ended {
            block_on(call.cancelled());
            dropped += 1;
        }
    }
    dropped
}

#[test]
fn a_call_dropped_at_any_await_loses_nothing_but_itself() {
    const STEPS: usize = 5;
    let (counts, begun) = (Arc::default(), Begun::default());
    let session = walker(&counts, &begun).session();
    for polls in 0..=STEPS + 1 {
        let answer = poll(polls, session.call(call("c", "walk", r#"{"steps":5}"#)));
        assert_eq!(answer.is_some(), polls == STEPS + 1);
        assert_eq!(begun.lock().unwrap().len(), usize::from(polls > 0));
        assert_eq!(check_dropped(&begun), usize::from((1..=STEPS).contains(&polls)));
    }
    assert_eq!(counts.all(), [STEPS + 1, 1, STEPS]);
    // the budget is settled in the first poll, whoever waits then
    assert!(poll(0, session.call(call("c", "walk", "[]"))).is_none());
    assert_eq!(session.ledger().rejections(), 0);
    assert!(poll(1, session.call(call("c", "walk", "[]"))).is_some());
    assert_eq!(session.ledger().rejections(), 1);
    let answer = block_on(session.call(call("c", "walk", r#"{"steps":3}"#)));
    assert_eq!((answer.attempt(), answer.reply().text()), (2, "3"));
}

#[test]
fn a_turn_dropped_at_any_await_keeps_its_budget() {
    let (counts, begun) = (Arc::default(), Begun::default());
    let session = walker(&counts, &begun).session();
    let (mut dropped, mut turns) = (0, 0);
    for polls in 0.. {
        session.forget("walk");
        let before = session.ledger().rejections();
        let turn = [("good", r#"{"steps":5}"#), ("bad", r#"{"steps":"x"}"#), ("other", r#"{"steps":2}"#)];
        let answers = poll(polls, session.turn(turn.map(|(id, arguments)| call(id, "walk", arguments))));
        assert_eq!(session.ledger().rejections() - before, u32::from(polls > 0));
        dropped += check_dropped(&begun);
        turns += usize::from(polls > 0);
        if let Some(answers) = answers {
            assert!(matches!(answers[1].outcome(), Outcome::Rejected(_)));
            break;
        }
    }
    assert!(dropped > 0 && turns > 2, "{dropped} {turns}");
    let [started, finished, told] = counts.all();
    // the refused call of each turn never begins, and is answered if there is time
    assert_eq!((started, told), (2 * turns, dropped));
    assert!(finished >= started - dropped);
}

#[test]
fn who_waits_for_the_end_is_woken() {
    let (counts, begun) = (Arc::default(), Begun::default());
    let toolbox = walker(&counts, &begun);
    let mut serving = Box::pin(toolbox.call(call("c", "walk", r#"{"steps":9}"#)));
    let mut poller = Poller::from_waker(Waker::noop());
    assert!(serving.as_mut().poll(&mut poller).is_pending());
    let (context, _) = begun.lock().unwrap()[0].clone();
    let waiting = std::thread::spawn(move || block_on(context.cancelled()));
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!waiting.is_finished());
    drop(serving);
    waiting.join().unwrap();
}
