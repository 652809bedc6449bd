//! Campaigns on a real Node: the same seed gives the same files, whatever the number of
//! workers, and a campaign that was interrupted comes to the same end.
