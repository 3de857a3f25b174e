//! Copying a database to another directory: how it is exported and imported.
//!
//! A copy is a database like any other. What is copied is compared with its checksums before, so that a
//! damaged archive replaces nothing, and the copy is compared again before it gets its manifest. A database
//! that is there can be read until then.

use std::io::Read;
use std::path::Path;

use zermelo_files::WholeFile;

use crate::Identity;
use crate::error::{Result, StoreError};
use crate::format::manifest::Manifest;
use crate::read::database::Database;
use crate::read::volume::{volume_file, volume_number};
use crate::write::folder::Folder;

/// Bytes that are copied at a time.
const CHUNK: usize = 1 << 20;

/// Copies a database into a directory, in the place of one of the same game that may be there. `progress` is
/// told how many bytes are done, and of how many, three times over: for the check of what is copied, for the
/// copy, and for its check. If it fails, so does the copy, and nothing is replaced.
///
/// # Errors
/// [`StoreError::WrongGame`] if the directory has a database of another game, [`StoreError::Damaged`] if what is copied is
/// damaged.
pub fn copy_database<E: From<StoreError>>(
    source: &Database,
    directory: &Path,
    mut progress: impl FnMut(u64, u64) -> Result<(), E>,
) -> Result<(), E> {
    let Manifest { identity, volumes, bytes, .. } = source.manifest();
    check_owner(directory, identity)?;
    source.check_checksums(&mut progress)?;
    let folder = Folder::start_over(directory, identity.clone())?;
    let mut done = 0;
    for info in volumes {
        let from = source.directory().join(&info.file);
        let (number, _) = volume_number(&info.file).expect("checked when the database was opened");
        copy_file(&from, &directory.join(volume_file(number, folder.generation())), &mut |copied| {
            done += copied;
            progress(done, *bytes)
        })?;
        folder.adopt(info)?;
    }
    folder.check_checksums(&mut progress)?;
    Ok(folder.finish_like(source.manifest())?)
}

/// A directory with something else in it is left alone.
fn check_owner(directory: &Path, identity: &Identity) -> Result<()> {
    match Manifest::read(directory) {
        Ok(manifest) => manifest.check_owner(directory, identity),
        Err(_) => Ok(()),
    }
}

fn copy_file<E: From<StoreError>>(
    from: &Path,
    to: &Path,
    copied: &mut dyn FnMut(u64) -> Result<(), E>,
) -> Result<(), E> {
    let parent = to.parent().expect("volumes are in subdirectories");
    zermelo_files::create_directories(parent).map_err(StoreError::from)?;
    let mut source = zermelo_files::open(from).map_err(StoreError::from)?;
    let mut target = WholeFile::create(to).map_err(StoreError::from)?;
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = source.read(&mut chunk).map_err(StoreError::io(from, "read"))?;
        if read == 0 {
            break;
        }
        target.write(&chunk[..read]).map_err(StoreError::from)?;
        copied(read as u64)?;
    }
    Ok(target.commit().map_err(StoreError::from)?)
}
