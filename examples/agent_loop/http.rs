//! As much HTTP as a scripted provider and its client need, on loopback.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use serde_json::Value;

/// Answers each request's JSON with JSON, on a port of its own, as long as the process lives.
pub(crate) fn serve(mut answer: impl FnMut(&Value) -> Value + Send + 'static) -> Result<SocketAddr, Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut respond = || -> Result<(), Box<dyn Error>> {
                let body = answer(&read(&stream)?.1).to_string();
                write(&stream, "HTTP/1.1 200 OK", &body)
            };
            if let Err(error) = respond() {
                eprintln!("scripted server: {error}");
            }
        }
    });
    Ok(address)
}

/// Posts JSON and reads the JSON that comes back.
pub(crate) fn post(to: SocketAddr, path: &str, request: &Value) -> Result<Value, Box<dyn Error>> {
    let stream = TcpStream::connect(to)?;
    write(&stream, &format!("POST {path} HTTP/1.1\r\nhost: {to}"), &request.to_string())?;
    let (status, body) = read(&stream)?;
    if status.starts_with("HTTP/1.1 200") { Ok(body) } else { Err(status.into()) }
}

fn write(mut stream: &TcpStream, start: &str, body: &str) -> Result<(), Box<dyn Error>> {
    let length = body.len();
    let head =
        format!("{start}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    Ok(())
}

/// The first line and the body of a message.
fn read(stream: &TcpStream) -> Result<(String, Value), Box<dyn Error>> {
    let mut reader = BufReader::new(stream);
    let mut start = String::new();
    reader.read_line(&mut start)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok((start.trim().to_owned(), serde_json::from_slice(&body)?))
}
