//! Files that are written and read at any place while somebody works with them.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::error::{FileError, Result};
use crate::operation::{Operation, ask};
use crate::regular::{open_with, regular};

/// A regular file that is open for reading and writing. Nothing of it lasts for certain before it is
/// [synced](ScratchFile::sync); its name lasts when [the directory](crate::sync_directory) is.
#[derive(Debug)]
pub struct ScratchFile {
    path: PathBuf,
    file: File,
}

impl ScratchFile {
    /// Makes a file; refused if there is one of this name.
    pub fn create_new(path: &Path) -> Result<ScratchFile> {
        let file = ask(Operation::Create(path))
            .and_then(|_| File::options().read(true).write(true).create_new(true).open(path));
        Ok(ScratchFile { path: path.to_owned(), file: file.map_err(FileError::of(path, "create"))? })
    }

    /// Makes a file, or empties the one of this name.
    pub(crate) fn create(path: PathBuf) -> Result<ScratchFile> {
        let file = ask(Operation::Create(&path))
            .and_then(|_| regular(&path, File::options().write(true).create(true).truncate(true)));
        match file {
            Ok(file) => Ok(ScratchFile { path, file }),
            Err(error) => Err(FileError::of(&path, "create")(error)),
        }
    }

    /// Opens a file that is there.
    pub fn open(path: &Path) -> Result<ScratchFile> {
        let file = open_with(path, File::options().read(true).write(true));
        Ok(ScratchFile { path: path.to_owned(), file: file.map_err(FileError::of(path, "read"))? })
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of its bytes.
    pub fn length(&self) -> Result<u64> {
        let metadata = self.file.metadata().map_err(FileError::of(&self.path, "read"))?;
        Ok(metadata.len())
    }

    /// Fills a buffer with the bytes at a place.
    pub fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<()> {
        crate::read_at(&self.file, &self.path, buffer, offset).map_err(FileError::of(&self.path, "read"))
    }

    /// Writes bytes at a place.
    pub fn write_at(&self, bytes: &[u8], offset: u64) -> Result<()> {
        self.write_all_at(bytes, offset).map_err(FileError::of(&self.path, "write"))
    }

    /// Brings its bytes to the disk.
    pub fn sync(&self) -> Result<()> {
        self.sync_all().map_err(FileError::of(&self.path, "write"))
    }

    pub(crate) fn write_all_at(&self, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.write_some_at(bytes, offset) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => {
                    bytes = &bytes[written..];
                    offset += written as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    pub(crate) fn write_some_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        let allowed = ask(Operation::Write { path: &self.path, offset, bytes })?;
        self.file.write_at(&bytes[..allowed], offset)
    }

    pub(crate) fn sync_all(&self) -> io::Result<()> {
        ask(Operation::Sync(&self.path))?;
        self.file.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_where_they_were_written() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("scratch");
        let file = ScratchFile::create_new(&path).unwrap();
        assert_eq!(
            ScratchFile::create_new(&path).unwrap_err().source.kind(),
            io::ErrorKind::AlreadyExists,
            "nobody's file is emptied"
        );
        file.write_at(b"seven", 3).unwrap();
        file.sync().unwrap();
        let again = ScratchFile::open(&path).unwrap();
        let mut bytes = [9; 5];
        again.read_at(&mut bytes, 2).unwrap();
        assert_eq!((again.length().unwrap(), &bytes), (8, b"\0seve"));
        assert!(again.read_at(&mut bytes, 4).is_err(), "it ends before");
        assert!(ScratchFile::open(home.path()).is_err() && ScratchFile::open("/dev/zero".as_ref()).is_err());
    }
}
