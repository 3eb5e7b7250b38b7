//! Lines of a file of any size in bounded memory.

use std::io::BufRead;

use sha2::{Digest, Sha256};

/// What came next.
pub(crate) enum Line {
    /// A line without its end; a byte order mark at the start of the file is gone.
    Bytes(Vec<u8>),
    /// A line longer than the limit; it has been passed over.
    TooLong,
    /// The file is longer than the limit; nothing more is read.
    FileTooLong,
    End,
}

/// Reads lines, counts bytes and hashes them as they arrive.
pub(crate) struct Lines<R> {
    reader: R,
    hash: Sha256,
    pub(crate) bytes: u64,
    pub(crate) count: u64,
    line_limit: usize,
    file_limit: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, line_limit: usize, file_limit: u64) -> Self {
        Self { reader, hash: Sha256::new(), bytes: 0, count: 0, line_limit, file_limit }
    }

    pub(crate) fn next(&mut self) -> std::io::Result<Line> {
        let mut line = Vec::new();
        let mut too_long = false;
        let mut read_any = false;
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            read_any = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(chunk.len(), |at| at + 1);
            self.hash.update(&chunk[..taken]);
            self.bytes += taken as u64;
            if self.bytes > self.file_limit {
                return Ok(Line::FileTooLong);
            }
            let content = &chunk[..end.unwrap_or(taken)];
            if !too_long && line.len() + content.len() > self.line_limit {
                too_long = true;
                line = Vec::new();
            }
            if !too_long {
                line.extend_from_slice(content);
            }
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if !read_any {
            return Ok(Line::End);
        }
        self.count += 1;
        if too_long {
            return Ok(Line::TooLong);
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if self.count == 1 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        Ok(Line::Bytes(line))
    }

    /// SHA-256 of all bytes read so far, in hexadecimal.
    pub(crate) fn digest(self) -> String {
        hex::encode(self.hash.finalize())
    }
}
