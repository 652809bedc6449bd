//! Says how a process ended.

use std::fmt;

/// How a process ended: by an exit code or by a signal.
///
/// Neither is known if another part of the program consumed the status (by ignoring SIGCHLD).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitInfo {
    /// The exit code, if the process ended by itself.
    pub code: Option<i32>,
    /// The number of the signal, if one ended the process.
    pub signal: Option<i32>,
}

impl ExitInfo {
    /// Somebody else consumed the status.
    pub(crate) const UNKNOWN: ExitInfo = ExitInfo { code: None, signal: None };

    /// Decodes the status that `waitpid` returned.
    pub(crate) fn from_status(status: libc::c_int) -> ExitInfo {
        if libc::WIFSIGNALED(status) {
            ExitInfo { code: None, signal: Some(libc::WTERMSIG(status)) }
        } else {
            ExitInfo { code: Some(libc::WEXITSTATUS(status)), signal: None }
        }
    }

    /// Whether the process ended by itself with exit code 0.
    pub fn success(&self) -> bool {
        self.code == Some(0)
    }
}

impl fmt::Display for ExitInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (_, Some(signal)) => match signal_name(signal) {
                Some(name) => write!(f, "killed by {name} (signal {signal})"),
                None => write!(f, "killed by signal {signal}"),
            },
            (Some(code), None) => write!(f, "exit code {code}"),
            (None, None) => write!(f, "ended in an unknown way"),
        }
    }
}

fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_it_ended() {
        let text = |code, signal| ExitInfo { code, signal }.to_string();
        assert_eq!(text(Some(3), None), "exit code 3");
        assert_eq!(text(None, Some(libc::SIGKILL)), "killed by SIGKILL (signal 9)");
        assert_eq!(text(None, Some(63)), "killed by signal 63");
        assert_eq!(ExitInfo::UNKNOWN.to_string(), "ended in an unknown way");
    }
}
