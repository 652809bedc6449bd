//! A headless Chromium with one page, over its own protocol.

use debunk_sandbox::{Child, Spawn, TempArea, TempFolder, TextTail, drain_in_background};
use debunk_wire::Channel;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

const ANSWER_TIMEOUT_MS: u64 = 60_000;

/// The browser with what went wrong in its page.
pub struct Browser {
    channel: Channel,
    session: Option<String>,
    last_id: u64,
    /// Exceptions, errors, and requests that are not for files.
    pub complaints: Vec<String>,
    _stderr: TextTail,
    _child: Child,
    _profile: TempFolder,
    _area: TempArea,
}

impl Browser {
    /// Starts it.
    pub fn start() -> Self {
        let area = TempArea::new().expect("a folder");
        let profile = area.subfolder("chromium").expect("a folder");
        // It shows a page that debunk wrote, from a folder of the test.
        let mut spawn = Spawn::new("chromium")
            .as_tool()
            .args(["--headless", "--disable-gpu", "--no-first-run", "--disable-extensions"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .args(["--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .args(["--window-size=1400,1000"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .open_pipes()
            .stderr(true);
        // SAFETY: geteuid has no preconditions.
        if unsafe { libc::geteuid() } == 0 {
            // The browser refuses to use its own sandbox for root.
            spawn = spawn.arg("--no-sandbox");
        }
        let mut child = spawn.arg("about:blank").spawn(&area).expect("chromium starts");
        let stderr = drain_in_background(child.take_stderr().expect("stderr"));
        let (to, from) = child.take_pipes().expect("pipes");
        let mut browser = Self {
            channel: Channel::pipes(to, from).expect("a channel"),
            session: None,
            last_id: 0,
            complaints: Vec::new(),
            _stderr: stderr,
            _child: child,
            _profile: profile,
            _area: area,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let page = loop {
            let targets = self.call("Target.getTargets", &json!({}));
            let infos = targets["targetInfos"].as_array().cloned().unwrap_or_default();
            match infos.into_iter().find(|target| target["type"] == "page") {
                Some(page) => break page["targetId"].clone(),
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        let attached =
            self.call("Target.attachToTarget", &json!({ "targetId": page, "flatten": true }));
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            self.call(domain, &json!({}));
        }
    }

    fn deadline() -> Instant {
        Instant::now() + Duration::from_millis(ANSWER_TIMEOUT_MS)
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.channel.queue(&message.to_string());
        self.channel.flush(Self::deadline()).expect("it listens");
        loop {
            let message = self.next();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn next(&mut self) -> Value {
        let text = self.channel.receive(Self::deadline()).expect("it answers");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let params = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(params["exceptionDetails"].to_string())
            }
            Some("Log.entryAdded") => self.complaints.push(params["entry"].to_string()),
            Some("Network.requestWillBeSent") => {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with("file:") {
                    self.complaints.push(format!("request for {url}"));
                }
            }
            _ => {}
        }
        message
    }

    /// Opens a file and waits until it is loaded.
    pub fn open(&mut self, path: &Path, hash: &str) {
        let url = format!("file://{}{hash}", path.display());
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for(
            "document.readyState === 'complete' && !document.getElementById('tools').hidden",
        );
    }

    /// The value of an expression in the page. This is the test's own code: the policy of the page
    /// does not apply to the protocol.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", &params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// The text of an expression's value.
    pub fn text(&mut self, expression: &str) -> String {
        self.evaluate(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let deadline = Self::deadline();
        while self.evaluate(expression) != json!(true) {
            assert!(Instant::now() < deadline, "it never came: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key as a person does.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Escape" => 27,
            "Enter" => 13,
            "ArrowUp" => 38,
            "ArrowDown" => 40,
            "End" => 35,
            "Home" => 36,
            _ => 0,
        };
        let is_letter = key.chars().count() == 1;
        let text = if is_letter {
            key
        } else if key == "Enter" {
            "\r"
        } else {
            ""
        };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" && !text.is_empty() {
                params["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", &params);
        }
    }

    /// Clicks on the first element of a selector as a person does.
    pub fn click(&mut self, selector: &str) {
        let find = format!(
            "(() => {{ const it = document.querySelector({}); it.scrollIntoView({{ block: 'center' }}); \
             const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        );
        let point = self.evaluate(&find);
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({
                "type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1
            });
            self.call("Input.dispatchMouseEvent", &params);
        }
    }
}
