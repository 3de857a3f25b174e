//! Reading: regular files only, and no more of them than is sensible.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileExt, FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use crate::error::{FileError, Result};
use crate::operation::{Operation, ask};

/// Opens a regular file to read it. Pipes, devices and directories are refused; opening one of them does not
/// wait for anything.
pub fn open(path: &Path) -> Result<File> {
    open_with(path, File::options().read(true)).map_err(FileError::of(path, "read"))
}

/// Opens a file to lock it, and makes it if need be.
pub fn open_lock(path: &Path) -> Result<File> {
    let mut options = File::options();
    let options = options.create(true).truncate(false).write(true);
    ask(Operation::Create(path)).and_then(|_| regular(path, options)).map_err(FileError::of(path, "create"))
}

/// Reads a regular file of at most so many bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let read = || -> io::Result<Vec<u8>> {
        let file = open_with(path, File::options().read(true))?;
        ask(Operation::Read(path))?;
        let length = file.metadata()?.len();
        let too_long = || io::Error::other(format!("it is longer than the {most} bytes that are read"));
        if length > most {
            return Err(too_long());
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length as usize + 1).map_err(|_| io::ErrorKind::OutOfMemory)?;
        // It may grow while it is read, and some files of the system do not tell their length.
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most { Err(too_long()) } else { Ok(bytes) }
    };
    read().map_err(FileError::of(path, "read"))
}

/// Reads a regular file of text of at most so many bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read(path, most)?).map_err(not_text).map_err(FileError::of(path, "read"))
}

/// Fills a buffer with the bytes at a place of an opened file; `path` is its name.
#[inline]
pub fn read_at(file: &File, path: &Path, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    ask(Operation::Read(path))?;
    file.read_exact_at(buffer, offset)
}

/// Opens a regular file that is there.
pub(crate) fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    ask(Operation::Open(path))?;
    regular(path, options)
}

/// Opens a file if it is regular, or will be made.
pub(crate) fn regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // To open some devices has an effect, so the name is looked at first.
    match fs::metadata(path) {
        Ok(metadata) => check_kind(metadata.file_type())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Should the name be another file's by now, this does not wait for the other end of a pipe.
    let file = options.custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    check_kind(file.metadata()?.file_type())?;
    Ok(file)
}

fn check_kind(kind: fs::FileType) -> io::Result<()> {
    let what = match kind {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a directory",
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    };
    Err(io::Error::other(format!("it is {what}, not a regular file")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_regular_file_is_refused_at_once() {
        let home = tempfile::tempdir().unwrap();
        let pipe = home.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        let socket = home.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let link = home.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for (path, what) in [
            (pipe.as_path(), "a pipe"),
            (&link, "a pipe"),
            (&socket, "a socket"),
            (home.path(), "a directory"),
            (Path::new("/dev/zero"), "a device"),
        ] {
            let message = format!("cannot read {}: it is {what}, not a regular file", path.display());
            assert_eq!(open(path).unwrap_err().to_string(), message);
            assert_eq!(read(path, u64::MAX).unwrap_err().to_string(), message);
            assert!(open_lock(path).is_err(), "{}", path.display());
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(read(&path, 4).unwrap_err().to_string().ends_with("longer than the 4 bytes that are read"));
        // Its metadata say that it is empty.
        assert!(!read(Path::new("/proc/self/status"), 1 << 20).unwrap().is_empty());
        assert!(read(Path::new("/proc/self/status"), 4).is_err());
        assert!(read(&home.path().join("none"), 4).unwrap_err().is_not_found());
        fs::write(&path, [0xff]).unwrap();
        assert!(read_text(&path, 4).unwrap_err().to_string().ends_with("it is not UTF-8 text"));
    }
}
