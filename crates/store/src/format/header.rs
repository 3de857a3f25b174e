//! The first 48 bytes of a volume.

use std::path::Path;

use crate::error::{Result, StoreError};

/// The latest version of the format that this crate writes. It reads those before it, too.
pub const FORMAT_VERSION: u32 = 3;

/// Tables of positions came with this version. Volumes that have none are written as before, for older programs.
pub(crate) const FIRST_VERSION_WITH_POSITIONS: u32 = 3;

/// The version of volumes without tables of positions.
pub(crate) const FORMAT_VERSION_OF_OTHERS: u32 = 2;

/// Whether a file of this version can be read.
pub(crate) fn is_readable(version: u64) -> bool {
    (1..=u64::from(FORMAT_VERSION)).contains(&version)
}

/// Where everything else in a volume is. The layout (a skippable zstd frame, all numbers little endian):
///
/// | bytes | what |
/// |---|---|
/// | 0..4 | frame magic `0x184D2A50` |
/// | 4..8 | length of the rest, 40 |
/// | 8..16 | `ZERMELO` and a newline |
/// | 16..20 | format version |
/// | 20..24 | length of the directory |
/// | 24..32 | offset of the directory's frame |
/// | 32..40 | length of the file |
/// | 40..44 | CRC-32 of the directory |
/// | 44..48 | CRC-32 of bytes 0..44 |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) version: u32,
    pub(crate) directory_length: u32,
    pub(crate) directory_offset: u64,
    pub(crate) file_length: u64,
    pub(crate) directory_crc: u32,
}

impl Header {
    pub(crate) const SIZE: usize = 48;
    pub(crate) const FRAME_MAGIC: u32 = 0x184D_2A50;
    const MAGIC: [u8; 8] = *b"ZERMELO\n";

    pub(crate) fn encode(&self) -> [u8; Self::SIZE] {
        let mut bytes = Vec::with_capacity(Self::SIZE);
        bytes.extend(Self::FRAME_MAGIC.to_le_bytes());
        bytes.extend((Self::SIZE as u32 - 8).to_le_bytes());
        bytes.extend(Self::MAGIC);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.directory_length.to_le_bytes());
        bytes.extend(self.directory_offset.to_le_bytes());
        bytes.extend(self.file_length.to_le_bytes());
        bytes.extend(self.directory_crc.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().expect("the fields add up to the size")
    }

    pub(crate) fn decode(bytes: &[u8; Self::SIZE], path: &Path) -> Result<Header> {
        let corrupt = |what: &str| Err(StoreError::corrupt(path, what));
        if u32_at(bytes, 0) != Self::FRAME_MAGIC {
            return corrupt("it does not start with a skippable zstd frame");
        }
        if u32_at(bytes, 4) as usize != Self::SIZE - 8 {
            return corrupt("its first frame has the wrong length");
        }
        if bytes[8..16] != Self::MAGIC {
            return corrupt("it is not a volume of a Zermelo database");
        }
        if u32_at(bytes, 44) != crc32fast::hash(&bytes[..44]) {
            return corrupt("the checksum of its header does not match");
        }
        let found = u32_at(bytes, 16);
        if !is_readable(found.into()) {
            let path = path.to_owned();
            return Err(StoreError::WrongVersion { path, found, supported: FORMAT_VERSION });
        }
        Ok(Header {
            version: found,
            directory_length: u32_at(bytes, 20),
            directory_offset: u64_at(bytes, 24),
            file_length: u64_at(bytes, 32),
            directory_crc: u32_at(bytes, 40),
        })
    }
}

/// The little-endian number at an offset that is known to be inside.
pub(crate) fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(bytes[offset..offset + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    u64::from_le_bytes(bytes[offset..offset + 8].try_into().expect("eight bytes"))
}
