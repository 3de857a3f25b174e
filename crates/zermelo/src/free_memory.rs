//! How much memory this process may take: the least of what the machine, its control groups, the job of a batch system
//! and `ulimit` leave.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

/// Where nothing tells how much there is.
const FALLBACK: u64 = 4_000_000_000;

const MEBIBYTE: u64 = 1 << 20;

/// What the process finds around it.
pub(crate) struct Surroundings<'a> {
    /// The directory with `proc` and `sys`.
    root: &'a Path,
    /// Variables of the environment.
    variable: &'a dyn Fn(&str) -> Option<String>,
    /// The limit on the address space, if there is one.
    address_space: Option<u64>,
    /// The limit on private memory, if there is one.
    data: Option<u64>,
}

/// Returns the bytes that this process may take now.
pub(crate) fn free_memory() -> u64 {
    let surroundings = Surroundings {
        root: Path::new("/"),
        variable: &|name| env::var(name).ok(),
        address_space: getrlimit(Resource::As).current,
        data: getrlimit(Resource::Data).current,
    };
    surroundings.free_memory()
}

impl Surroundings<'_> {
    fn free_memory(&self) -> u64 {
        let limits = [self.machine(), self.control_groups(), self.job(), self.limits_of_process()];
        limits.into_iter().flatten().min().unwrap_or(FALLBACK)
    }

    /// What is free on the machine, or could be made free.
    fn machine(&self) -> Option<u64> {
        let info = self.read("proc/meminfo")?;
        kibibytes(&info, "MemAvailable:").or_else(|| kibibytes(&info, "MemTotal:"))
    }

    /// What the control groups of this process leave, of both versions, each group within those above it.
    fn control_groups(&self) -> Option<u64> {
        let groups = self.read("proc/self/cgroup")?;
        let mounts = self.read("proc/self/mountinfo")?;
        let mounts: Vec<Mount<'_>> = mounts.lines().filter_map(Mount::read).collect();
        let mut least = None;
        for line in groups.lines() {
            let mut fields = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { continue };
            let version = match controllers {
                "" => Version::Two,
                some if some.split(',').any(|controller| controller == "memory") => Version::One,
                _ => continue,
            };
            let Some(mount) = mounts.iter().find(|mount| mount.holds(version)) else { continue };
            let top = self.root.join(mount.point.trim_start_matches('/'));
            // In a container the group may be named as the host sees it, and only its own part be mounted.
            let below = group.strip_prefix(mount.root.trim_end_matches('/')).unwrap_or("");
            let group = top.join(below.trim_start_matches('/'));
            for directory in group.ancestors().take_while(|directory| directory.starts_with(&top)) {
                least = [least, version.room(directory)].into_iter().flatten().min();
            }
        }
        least
    }

    /// What Slurm gave to the job on this node, in mebibytes: for the node, or for each processor. Zero is all there is.
    fn job(&self) -> Option<u64> {
        let number = |name: &str| (self.variable)(name)?.trim().parse::<u64>().ok();
        let node = number("SLURM_MEM_PER_NODE");
        let processors = || number("SLURM_CPUS_ON_NODE").unwrap_or(1);
        let mebibytes = node.or_else(|| Some(number("SLURM_MEM_PER_CPU")?.saturating_mul(processors())))?;
        (mebibytes > 0).then(|| mebibytes.saturating_mul(MEBIBYTE))
    }

    /// What `ulimit` leaves of addresses and of private memory.
    fn limits_of_process(&self) -> Option<u64> {
        let status = self.read("proc/self/status").unwrap_or_default();
        let left = |limit: Option<u64>, used| {
            limit.map(|limit| limit.saturating_sub(kibibytes(&status, used).unwrap_or(0)))
        };
        let limits = [left(self.address_space, "VmSize:"), left(self.data, "VmData:")];
        limits.into_iter().flatten().min()
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok()
    }
}

/// The versions of control groups, which have different files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Version {
    /// What the limits of one group leave. Pages of files that nobody has used lately count as used there, but they
    /// make room when it is needed.
    fn room(self, group: &Path) -> Option<u64> {
        let (limits, used, reclaimable): (&[&str], _, _) = match self {
            Version::One => (&["memory.limit_in_bytes"], "memory.usage_in_bytes", "total_inactive_file"),
            Version::Two => (&["memory.max", "memory.high"], "memory.current", "inactive_file"),
        };
        // Without a limit the file says `max`, or a number beyond all memories.
        let limit = limits.iter().filter_map(|name| number_in(&group.join(name))).min()?;
        let used = number_in(&group.join(used)).unwrap_or(0);
        let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
        let mut lines = statistics.lines().filter_map(|line| line.split_once(' '));
        let reclaimable = lines.find(|(name, _)| *name == reclaimable);
        let reclaimable = reclaimable.and_then(|(_, bytes)| bytes.trim().parse().ok()).unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(reclaimable)))
    }
}

/// A line of `/proc/self/mountinfo`.
struct Mount<'a> {
    /// What of the file system is mounted.
    root: &'a str,
    point: &'a str,
    kind: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    fn read(line: &'a str) -> Option<Mount<'a>> {
        let (place, system) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let mut system = system.split(' ');
        let (root, point) = (place.next()?, place.next()?);
        Some(Mount { root, point, kind: system.next()?, options: system.nth(1).unwrap_or("") })
    }

    /// Returns whether the groups of this version with limits on memory are here.
    fn holds(&self, version: Version) -> bool {
        match version {
            Version::One => self.kind == "cgroup" && self.options.split(',').any(|option| option == "memory"),
            Version::Two => self.kind == "cgroup2",
        }
    }
}

fn number_in(path: &PathBuf) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// Returns the bytes after a name in the manner of `/proc/meminfo` and `/proc/self/status`, which count in kibibytes.
pub(crate) fn kibibytes(info: &str, name: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().trim_end_matches("kB").trim_end().parse().ok()?;
    Some(number.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal:       16384 kB\nMemAvailable:    8192 kB\n");
    const VERSION_2: &str = "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n";

    fn machine(files: &[(&str, &str)]) -> TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    fn free(files: &[(&str, &str)], variables: &[(&str, &str)], address_space: Option<u64>) -> u64 {
        let root = machine(files);
        let find = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Surroundings { root: root.path(), variable: &find, address_space, data: None }.free_memory()
    }

    #[test]
    fn the_machine_tells_what_is_available() {
        assert_eq!(free(&[MEMINFO], &[], None), 8 * MEBIBYTE);
        assert_eq!(free(&[("proc/meminfo", "MemTotal: 16384 kB\n")], &[], None), 16 * MEBIBYTE);
        assert_eq!(free(&[], &[], None), FALLBACK);
    }

    #[test]
    fn every_group_above_counts_and_files_in_memory_make_room() {
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "0::/user.slice/job\n"),
            ("proc/self/mountinfo", VERSION_2),
            ("sys/fs/cgroup/user.slice/job/memory.max", "max\n"),
            ("sys/fs/cgroup/user.slice/job/memory.high", "6000000\n"),
            ("sys/fs/cgroup/user.slice/job/memory.current", "1000000\n"),
            ("sys/fs/cgroup/user.slice/memory.max", "5000000\n"),
            ("sys/fs/cgroup/user.slice/memory.current", "3000000\n"),
            ("sys/fs/cgroup/user.slice/memory.stat", "anon 2500000\ninactive_file 500000\n"),
        ];
        // 5,000,000 - (3,000,000 - 500,000) is less than 6,000,000 - 1,000,000.
        assert_eq!(free(&files, &[], None), 2_500_000);
        assert_eq!(free(&files[..6], &[], None), 5_000_000);
    }

    #[test]
    fn groups_of_version_1_are_found_where_memory_is_mounted() {
        let mounts = "33 31 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n\
                      35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n";
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "9:name=systemd:/\n4:memory:/docker/abc\n1:cpu:/\n"),
            ("proc/self/mountinfo", mounts),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "4000000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000\n"),
            ("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 500000\n"),
        ];
        assert_eq!(free(&files, &[], None), 3_000_000);
        let unlimited = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assert_eq!(free(&[files[0], files[1], files[2], unlimited], &[], None), 8 * MEBIBYTE);
    }

    #[test]
    fn a_job_has_what_the_batch_system_gave_it() {
        assert_eq!(free(&[MEMINFO], &[("SLURM_MEM_PER_NODE", "3")], None), 3 * MEBIBYTE);
        let per_processor = [("SLURM_MEM_PER_CPU", "2"), ("SLURM_CPUS_ON_NODE", "3")];
        assert_eq!(free(&[MEMINFO], &per_processor, None), 6 * MEBIBYTE);
        // All there is, more than there is, and no number.
        for node in ["0", "64000", "many"] {
            assert_eq!(free(&[MEMINFO], &[("SLURM_MEM_PER_NODE", node)], None), 8 * MEBIBYTE);
        }
    }

    #[test]
    fn a_limit_on_the_address_space_counts_without_what_is_taken() {
        let status = ("proc/self/status", "Name:\tzermelo\nVmSize:\t    1024 kB\n");
        assert_eq!(free(&[MEMINFO, status], &[], Some(3 * MEBIBYTE)), 2 * MEBIBYTE);
        assert_eq!(free(&[MEMINFO, status], &[], Some(64 * MEBIBYTE)), 8 * MEBIBYTE);
    }
}
