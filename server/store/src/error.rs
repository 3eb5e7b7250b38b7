//! What can go wrong below every function of the store.

/// A fault of the database or of what is in it; never a fault of a visitor.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is not one of ours, or nothing answers there. `address` holds no password.
    #[error(
        "cannot open the database {address}: {cause}; expected `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`"
    )]
    Connect { address: String, cause: String },
    /// The schema could not be brought up to date.
    #[error("cannot bring the database's tables up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A statement failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A row holds something that this version cannot read.
    #[error("column `{column}` of the database cannot be read: {cause}")]
    Corrupt { column: String, cause: String },
    /// The row that was named is not there.
    #[error("{what} {id} does not exist")]
    NotFound { what: &'static str, id: String },
    /// What was handed in contradicts itself or what is stored; a fault of the caller.
    #[error("refused to store: {0}")]
    Invalid(String),
}

impl StoreError {
    pub(crate) fn not_found(what: &'static str, id: impl std::fmt::Display) -> Self {
        Self::NotFound { what, id: id.to_string() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(message.into())
    }
}

/// Why an account could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CreateUserError {
    /// Another account has this e-mail address, in whatever case it was typed.
    #[error("an account with this e-mail address exists already; sign in instead")]
    EmailTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for CreateUserError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
