#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        // Work for other threads is done by this one, so that an input takes the same path each time.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("there is no pool of threads yet");
    },
    |data: &[u8]| zermelo_store::fuzz::volume(data)
);
