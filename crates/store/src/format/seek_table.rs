//! The standard trailer of seekable zstd files.
//!
//! It lists the compressed and decompressed length of every frame, skippable ones included (decompressed length
//! 0), so that general tools can seek in a volume. We never read it for seeking, since our own directory knows
//! more; we only check that it is what we would write.

use crate::format::contents::Block;
use crate::format::header::Header;

const FRAME_MAGIC: u32 = 0x184D_2A5E;
const FOOTER_MAGIC: u32 = 0x8F92_EAB1;
const FOOTER_SIZE: usize = 9;

/// Frames in one file, as the reference implementation limits them.
pub(crate) const MAX_FRAMES: usize = 0x800_0000;

/// The whole skippable frame for a volume of these blocks and a directory frame of this length.
pub(crate) fn encode(blocks: &[Block], directory_frame: u32) -> Vec<u8> {
    let frames = blocks.len() + 2;
    let content = frames * 8 + FOOTER_SIZE;
    let mut bytes = Vec::with_capacity(8 + content);
    let mut put = |number: u32| bytes.extend(number.to_le_bytes());
    put(FRAME_MAGIC);
    put(content as u32);
    put(Header::SIZE as u32);
    put(0);
    for block in blocks {
        put(block.compressed);
        put(block.raw);
    }
    put(directory_frame);
    put(0);
    put(frames as u32);
    bytes.push(0); // descriptor: no checksums, the directory has them
    bytes.extend(FOOTER_MAGIC.to_le_bytes());
    bytes
}
