//! Notices and refusals for the page.

use tengen_game::{ActionError, Notice as DomainNotice, NoticeLevel as DomainLevel};

use crate::{ApiError, Notice, NoticeLevel};

impl From<&ActionError> for ApiError {
    fn from(error: &ActionError) -> Self {
        Self {
            code: error.code().to_owned(),
            text: error.text(),
            remedy: error.remedy().map(str::to_owned),
            fault: None,
        }
    }
}

impl From<&DomainNotice> for Notice {
    fn from(notice: &DomainNotice) -> Self {
        let params = notice.params().into_iter();
        Self {
            level: match notice.level() {
                DomainLevel::Info => NoticeLevel::Info,
                DomainLevel::Warning => NoticeLevel::Warning,
                DomainLevel::Error => NoticeLevel::Error,
            },
            code: notice.code().to_owned(),
            text: notice.text(),
            remedy: notice.remedy(),
            params: params.map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}
