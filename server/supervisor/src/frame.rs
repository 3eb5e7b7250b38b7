//! Length and JSON, as bytes.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::protocol::MAX_FRAME;

/// Why a frame could not be read or made.
#[derive(Debug)]
pub enum FrameError {
    /// It is longer than [`MAX_FRAME`]; the stream cannot be used any further.
    TooLong(u64),
    /// The stream ended in the middle of it, or failed.
    Broken(io::Error),
    /// Its bytes are not the JSON that was expected; the next frame may still be fine.
    NotUnderstood(serde_json::Error),
}

impl std::fmt::Display for FrameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong(length) => write!(f, "a frame of {length} bytes is longer than the limit of {MAX_FRAME}"),
            Self::Broken(cause) => write!(f, "the stream broke: {cause}"),
            Self::NotUnderstood(cause) => write!(f, "a frame is not what was expected: {cause}"),
        }
    }
}

impl std::error::Error for FrameError {}

/// The length that a frame's first four bytes announce, in bytes; refused when it is over [`MAX_FRAME`].
pub fn announced_length(header: [u8; 4]) -> Result<usize, FrameError> {
    let length = u32::from_be_bytes(header);
    if length > MAX_FRAME { Err(FrameError::TooLong(u64::from(length))) } else { Ok(length as usize) }
}

/// A message as a whole frame: length and JSON.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, FrameError> {
    let mut frame = vec![0; 4];
    serde_json::to_writer(&mut frame, message).map_err(FrameError::NotUnderstood)?;
    let length = (frame.len() - 4) as u64;
    let header = u32::try_from(length).ok().filter(|n| *n <= MAX_FRAME).ok_or(FrameError::TooLong(length))?;
    frame[..4].copy_from_slice(&header.to_be_bytes());
    Ok(frame)
}

/// A message from a frame's body.
pub fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, FrameError> {
    serde_json::from_slice(body).map_err(FrameError::NotUnderstood)
}

/// Reads the body of the next frame; `None` when the stream ends between two frames.
pub fn read(stream: &mut impl Read) -> Result<Option<Vec<u8>>, FrameError> {
    let mut header = [0; 4];
    let mut filled = 0;
    while filled < header.len() {
        match stream.read(&mut header[filled..]) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(FrameError::Broken(io::ErrorKind::UnexpectedEof.into())),
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FrameError::Broken(error)),
        }
    }
    let length = announced_length(header)?;
    // Grows with what really arrives: an announced length alone costs nothing.
    let mut body = Vec::new();
    stream.take(length as u64).read_to_end(&mut body).map_err(FrameError::Broken)?;
    if body.len() == length { Ok(Some(body)) } else { Err(FrameError::Broken(io::ErrorKind::UnexpectedEof.into())) }
}

/// Writes one message as a frame.
pub fn write<T: Serialize>(stream: &mut impl Write, message: &T) -> Result<(), FrameError> {
    let frame = encode(message)?;
    stream.write_all(&frame).and_then(|()| stream.flush()).map_err(FrameError::Broken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Request;

    #[test]
    fn a_frame_is_a_big_endian_length_and_json() {
        let frame = encode(&Request::Hello).unwrap();
        assert_eq!(frame, b"\0\0\0\x10{\"kind\":\"hello\"}");
        let body = read(&mut frame.as_slice()).unwrap().unwrap();
        assert_eq!(decode::<Request>(&body).unwrap(), Request::Hello);
    }

    #[test]
    fn an_end_between_frames_is_no_error_but_an_end_inside_one_is() {
        assert!(read(&mut [].as_slice()).unwrap().is_none());
        assert!(matches!(read(&mut [0, 0].as_slice()), Err(FrameError::Broken(_))));
        assert!(matches!(read(&mut b"\0\0\0\x05{}".as_slice()), Err(FrameError::Broken(_))));
    }

    #[test]
    fn a_length_over_the_limit_is_refused_before_anything_is_read() {
        let mut stream = [0xff, 0xff, 0xff, 0xff].as_slice();
        assert!(matches!(read(&mut stream), Err(FrameError::TooLong(4_294_967_295))));
        assert!(announced_length(MAX_FRAME.to_be_bytes()).is_ok());
        assert!(announced_length((MAX_FRAME + 1).to_be_bytes()).is_err());
    }

    #[test]
    fn a_message_over_the_limit_is_not_sent() {
        let text = "x".repeat(MAX_FRAME as usize + 1);
        assert!(matches!(encode(&text), Err(FrameError::TooLong(_))));
    }
}
