//! The ways in which a conversation can violate the protocol.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// One message, or order of messages, that the protocol does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Departure {
    /// The kind of violation.
    pub kind: DepartureKind,
    /// Who violated the protocol.
    pub by: Peer,
    /// What happened, in words.
    pub what: String,
}

/// One end of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Peer {
    /// Who asks: debunk itself.
    Client,
    /// Who debugs: the adapter that is checked.
    Adapter,
}

impl Peer {
    /// The other end.
    pub(crate) const fn other(self) -> Self {
        match self {
            Peer::Client => Peer::Adapter,
            Peer::Adapter => Peer::Client,
        }
    }
}

/// Declares the kinds with their names and meanings, so that they are written down once.
macro_rules! kinds {
    ($($variant:ident, $name:literal, $summary:literal;)*) => {
        /// A kind of violation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DepartureKind { $(
            #[doc = $summary]
            $variant,
        )* }

        impl DepartureKind {
            /// Every kind, in the order in which they are listed.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it means.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }
    };
}

kinds! {
    MissingField, "missing-field", "a message lacks a field that the protocol requires";
    WrongType, "wrong-type", "a field has the wrong type";
    UnknownValue, "unknown-value", "a field has a text that is not among those the protocol allows there";
    OutOfRange, "out-of-range", "a number is outside the range that the protocol gives for its field";
    WrongOrder, "wrong-order", "a message before the response to `initialize`, an event after `terminated`, or a second `initialized`";
    WrongNumber, "wrong-number", "message numbers are not positive or do not increase";
    UnknownRequest, "unknown-request", "a response to a request that was never sent";
    DuplicateResponse, "duplicate-response", "a second response to one request";
    WrongCommand, "wrong-command", "a response that names a different command from the request";
    UnknownCommand, "unknown-command", "a request that the protocol does not have, or that only the other side may send";
    Undeclared, "undeclared", "a request or an event for which the other side did not declare the capability";
    StoppedTwice, "stopped-twice", "two `stopped` events with nothing in between that resumes the program";
    UnknownBreakpoint, "unknown-breakpoint", "a `breakpoint` event for a breakpoint that was never announced";
    StaleBreakpoint, "stale-breakpoint", "a `breakpoint` event for a breakpoint that a later response to `setBreakpoints` replaced";
    SharedBreakpoint, "shared-breakpoint", "two breakpoints with one id";
    WrongCount, "wrong-count", "a different number of breakpoints from the number requested";
    UnknownType, "unknown-type", "a message that is no request, response or event";
    NoObject, "no-object", "a message that is no JSON object";
}

impl fmt::Display for DepartureKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl Serialize for DepartureKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
