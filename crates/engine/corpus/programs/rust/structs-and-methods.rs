#[derive(Debug, Clone, PartialEq)]
struct Account {
    owner: String,
    balance: i64,
    history: Vec<i64>,
}

impl Account {
    fn new(owner: &str) -> Self {
        Self { owner: owner.to_string(), balance: 0, history: Vec::new() }
    }

    fn book(&mut self, amount: i64) -> bool {
        let after = self.balance + amount;
        if after < 0 {
            return false;
        }
        self.balance = after;
        self.history.push(amount);
        true
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        println!("closing {}", self.owner);
    }
}

fn main() {
    let mut account = Account::new("Ada");
    for amount in [50, -20, -40] {
        let booked = account.book(amount);
        println!("{amount}: {booked}");
    }
    let mut copy = account.clone();
    copy.owner = "Copy".to_string();
    println!("{:?} {}", copy.history, copy == account);
}
