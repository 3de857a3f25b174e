#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| zermelo_store::fuzz::keyed_lines(data));
