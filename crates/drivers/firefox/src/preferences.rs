//! The preferences of the browser's profile: remote debugging on, and everything off that would use
//! the network or depend on the clock.

/// What a preference is set to.
enum Setting {
    Flag(bool),
    Number(i32),
    Text(&'static str),
}

use Setting::{Flag, Number, Text};

/// Loaded from `user.js` at every start of the browser.
const PREFERENCES: &[(&str, Setting)] = &[
    // Remote debugging without a question to the user.
    ("devtools.debugger.remote-enabled", Flag(true)),
    ("devtools.debugger.prompt-connection", Flag(false)),
    ("devtools.chrome.enabled", Flag(true)),
    // Errors know what started a job, with and without a debugger.
    ("javascript.options.asyncstack_capture_debuggee_only", Flag(false)),
    // Turns of the event loop without waiting: nested timers would be slowed down to 4 ms.
    ("dom.min_timeout_value", Number(0)),
    ("dom.timeout.throttling_delay", Number(-1)),
    ("dom.min_background_timeout_value", Number(0)),
    // Programs that do not end are handled by us.
    ("dom.max_script_run_time", Number(0)),
    ("dom.ipc.processHangMonitor", Flag(false)),
    ("dom.ipc.reportProcessHangs", Flag(false)),
    // One content process; none kept ready for pages that never come.
    ("dom.ipc.processCount", Number(1)),
    ("dom.ipc.processPrelaunch.enabled", Flag(false)),
    ("browser.tabs.unloadOnLowMemory", Flag(false)),
    // No start page, no session to restore, no questions.
    ("browser.startup.page", Number(0)),
    ("browser.newtabpage.enabled", Flag(false)),
    ("browser.newtab.preload", Flag(false)),
    ("browser.aboutwelcome.enabled", Flag(false)),
    ("browser.shell.checkDefaultBrowser", Flag(false)),
    ("browser.sessionstore.resume_from_crash", Flag(false)),
    ("browser.sessionstore.interval", Number(1_800_000)),
    ("datareporting.policy.dataSubmissionEnabled", Flag(false)),
    ("termsofuse.bypassNotification", Flag(true)),
    ("toolkit.startup.max_resumed_crashes", Number(-1)),
    // No network.
    ("network.captive-portal-service.enabled", Flag(false)),
    ("network.connectivity-service.enabled", Flag(false)),
    ("network.dns.disablePrefetch", Flag(true)),
    ("network.prefetch-next", Flag(false)),
    ("network.http.speculative-parallel-limit", Number(0)),
    ("network.trr.mode", Number(5)),
    ("network.proxy.type", Number(1)),
    ("network.proxy.socks", Text("127.0.0.1")),
    ("network.proxy.socks_port", Number(9)),
    ("network.proxy.socks_remote_dns", Flag(true)),
    ("app.update.enabled", Flag(false)),
    ("app.update.auto", Flag(false)),
    ("app.update.disabledForTesting", Flag(true)),
    ("app.normandy.enabled", Flag(false)),
    ("app.shield.optoutstudies.enabled", Flag(false)),
    ("browser.region.update.enabled", Flag(false)),
    ("browser.region.network.url", Text("")),
    ("browser.search.update", Flag(false)),
    ("browser.safebrowsing.malware.enabled", Flag(false)),
    ("browser.safebrowsing.phishing.enabled", Flag(false)),
    ("browser.safebrowsing.downloads.enabled", Flag(false)),
    ("browser.safebrowsing.blockedURIs.enabled", Flag(false)),
    ("browser.safebrowsing.update.enabled", Flag(false)),
    ("browser.safebrowsing.provider.mozilla.updateURL", Text("")),
    ("datareporting.healthreport.uploadEnabled", Flag(false)),
    ("toolkit.telemetry.enabled", Flag(false)),
    ("toolkit.telemetry.unified", Flag(false)),
    ("toolkit.telemetry.server", Text("")),
    ("toolkit.telemetry.archive.enabled", Flag(false)),
    ("extensions.update.enabled", Flag(false)),
    ("extensions.getAddons.cache.enabled", Flag(false)),
    ("extensions.systemAddon.update.enabled", Flag(false)),
    ("extensions.blocklist.enabled", Flag(false)),
    ("services.settings.server", Text("data:,")),
    ("media.gmp-manager.updateEnabled", Flag(false)),
    ("media.gmp-manager.url", Text("data:,")),
    ("dom.push.connection.enabled", Flag(false)),
    ("security.OCSP.enabled", Number(0)),
    ("signon.autofillForms", Flag(false)),
];

/// The text of `user.js`.
pub(crate) fn user_js() -> String {
    let mut text = String::new();
    for (name, setting) in PREFERENCES {
        let value = match setting {
            Flag(flag) => flag.to_string(),
            Number(number) => number.to_string(),
            Text(value) => format!("\"{value}\""),
        };
        text.push_str(&format!("user_pref(\"{name}\", {value});\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_preference_is_set_twice() {
        let mut names: Vec<&str> = PREFERENCES.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(user_js().contains("user_pref(\"network.trr.mode\", 5);\n"));
    }
}
