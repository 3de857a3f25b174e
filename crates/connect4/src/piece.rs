//! The entries of all colourings of a shape, in pieces of about a megabyte.

use rayon::prelude::*;

use crate::edges::PADDING;
use crate::middle::Heights;
use crate::pool::{Pool, rounded};

/// Bytes of a piece: it is the unit of work of a thread.
const PIECE_BYTES: usize = 1 << 20;
/// Entries compress some eighteenfold even at the fastest level.
const PACKING_LEVEL: i32 = 1;

/// All colourings of one shape.
pub(crate) struct ShapeTable {
    pub(crate) heights: Heights,
    /// By the number of stones of the first player.
    pub(crate) groups: Vec<GroupTable>,
}

/// The colourings of a shape with one balance: their records have the same layout.
pub(crate) struct GroupTable {
    pub(crate) colourings: Vec<u32>,
    /// Bytes of the two halves of a record.
    pub(crate) widths: [usize; 2],
    pub(crate) pieces: Vec<Piece>,
}

/// Neighbouring records: their first halves, and their second halves.
pub(crate) struct Piece {
    /// Empty while they are only kept compressed.
    pub(crate) halves: [Vec<u8>; 2],
    /// The halves compressed, without padding, and their lengths.
    packed: Option<[(Vec<u8>, usize); 2]>,
}

impl Piece {
    pub(crate) fn new(halves: [Vec<u8>; 2]) -> Piece {
        Piece { halves, packed: None }
    }

    fn is_open(&self) -> bool {
        self.halves.iter().any(|half| !half.is_empty())
    }

    /// Compresses the halves, of these lengths, and gives their buffers back.
    fn pack(&mut self, lengths: [usize; 2], pool: &Pool) -> std::io::Result<()> {
        let mut compressor = zstd::bulk::Compressor::new(PACKING_LEVEL)?;
        let mut pack = |half: usize| -> std::io::Result<(Vec<u8>, usize)> {
            let mut bytes = compressor.compress(&self.halves[half][..lengths[half]])?;
            bytes.shrink_to_fit();
            Ok((bytes, lengths[half]))
        };
        self.packed = Some([pack(0)?, pack(1)?]);
        self.close(pool);
        Ok(())
    }

    /// Makes the halves readable again.
    fn open(&mut self, pool: &Pool) -> std::io::Result<()> {
        let Some(packed) = &self.packed else { return Ok(()) };
        for (half, (bytes, length)) in self.halves.iter_mut().zip(packed) {
            *half = pool.take(length + PADDING);
            zstd::bulk::decompress_to_buffer(bytes, &mut half[..*length])?;
        }
        Ok(())
    }

    /// Gives the buffers back.
    fn close(&mut self, pool: &Pool) {
        for half in &mut self.halves {
            pool.give_back(std::mem::take(half));
        }
    }
}

impl GroupTable {
    /// Records in each piece but the last.
    pub(crate) fn records_per_piece(widths: [usize; 2]) -> usize {
        (PIECE_BYTES / (widths[0] + widths[1]).max(1)).max(1)
    }

    /// One half of a record, with padding.
    #[inline]
    pub(crate) fn half(&self, record: usize, half: usize) -> &[u8] {
        let per_piece = GroupTable::records_per_piece(self.widths);
        let start = record % per_piece * self.widths[half];
        &self.pieces[record / per_piece].halves[half][start..start + self.widths[half] + PADDING]
    }

    /// Bytes that so many records take.
    pub(crate) fn bytes(records: usize, widths: [usize; 2]) -> usize {
        if widths == [0, 0] {
            return 0;
        }
        let per_piece = GroupTable::records_per_piece(widths);
        let piece = |records: usize| -> usize {
            widths.iter().map(|&width| rounded(records * width + PADDING)).sum::<usize>()
        };
        let rest = records % per_piece;
        records / per_piece * piece(per_piece) + if rest == 0 { 0 } else { piece(rest) }
    }
}

impl ShapeTable {
    /// Gives all buffers back.
    pub(crate) fn free(mut self, pool: &Pool) {
        self.close(pool);
    }

    /// Keeps the entries compressed only.
    pub(crate) fn pack(&mut self, pool: &Pool) -> std::io::Result<()> {
        let pieces = self.groups.iter_mut().flat_map(|group| {
            let per_piece = GroupTable::records_per_piece(group.widths);
            let lengths =
                group.colourings.chunks(per_piece).map(|chunk| group.widths.map(|width| chunk.len() * width));
            group.pieces.iter_mut().zip(lengths)
        });
        let pieces: Vec<(&mut Piece, [usize; 2])> = pieces.collect();
        pieces.into_par_iter().try_for_each(|(piece, lengths)| piece.pack(lengths, pool))
    }

    /// Makes packed entries readable. Returns whether they were not.
    pub(crate) fn open(&mut self, pool: &Pool) -> std::io::Result<bool> {
        let pieces: Vec<&mut Piece> = self.groups.iter_mut().flat_map(|group| &mut group.pieces).collect();
        if pieces.iter().any(|piece| piece.is_open()) {
            return Ok(false);
        }
        pieces.into_par_iter().try_for_each(|piece| piece.open(pool))?;
        Ok(true)
    }

    /// Gives the buffers of readable entries back; what is packed stays.
    pub(crate) fn close(&mut self, pool: &Pool) {
        self.groups.iter_mut().flat_map(|group| &mut group.pieces).for_each(|piece| piece.close(pool));
    }

    /// Bytes of readable entries.
    pub(crate) fn open_bytes(&self) -> u64 {
        let pieces = self.groups.iter().flat_map(|group| &group.pieces);
        pieces.flat_map(|piece| &piece.halves).map(|half| half.len() as u64).sum()
    }
}
