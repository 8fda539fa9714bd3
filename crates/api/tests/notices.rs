//! Notices and refusals on their way to the page.

use tengen_api::{ApiError, Notice, NoticeLevel};
use tengen_game::{ActionError, Notice as DomainNotice};
use tengen_rules::IllegalMove;

/// One notice of every kind.
fn all() -> [DomainNotice; 11] {
    let (path, error) = ("games/of/ada.db".to_owned(), "the disk is full".to_owned());
    [
        DomainNotice::OpponentFailed { times: 1 },
        DomainNotice::OpponentPlayedIllegally,
        DomainNotice::MemoryShort { wanted_mib: 512, got_mib: 64 },
        DomainNotice::NotSaved { error: error.clone() },
        DomainNotice::SavedAgain,
        DomainNotice::LibrarySetAside {
            path: path.clone(),
            n_saved: 30,
            n_lost: 2,
            names: "mine; yours".to_owned(),
            n_lost_thoughts: 5,
        },
        DomainNotice::LibraryUnusable { path: path.clone(), error },
        DomainNotice::LibraryIsNewer { path: path.clone(), version: 7 },
        DomainNotice::EntriesDamaged { names: "mine; yours".to_owned() },
        DomainNotice::LibraryIsUnknown { path, what: "entries.color".to_owned() },
        DomainNotice::OpponentLost,
    ]
}

/// The place of a notice in the list above: a kind that is missing there does not compile here.
const fn place(notice: &DomainNotice) -> usize {
    match notice {
        DomainNotice::OpponentFailed { .. } => 0,
        DomainNotice::OpponentPlayedIllegally => 1,
        DomainNotice::MemoryShort { .. } => 2,
        DomainNotice::NotSaved { .. } => 3,
        DomainNotice::SavedAgain => 4,
        DomainNotice::LibrarySetAside { .. } => 5,
        DomainNotice::LibraryUnusable { .. } => 6,
        DomainNotice::LibraryIsNewer { .. } => 7,
        DomainNotice::EntriesDamaged { .. } => 8,
        DomainNotice::LibraryIsUnknown { .. } => 9,
        DomainNotice::OpponentLost => 10,
    }
}

#[test]
fn every_notice_gives_the_values_that_its_sentences_name() {
    for (at, notice) in all().iter().enumerate() {
        assert_eq!(place(notice), at);
        let seen = Notice::from(notice);
        let sentences = format!("{} {}", seen.text, seen.remedy.clone().unwrap_or_default());
        for (name, value) in &seen.params {
            // How often it failed is not named; it decides between two sentences.
            let is_named = name != "times";
            assert_eq!(sentences.contains(value), is_named, "{name}: {sentences}");
        }
        // Nothing but the values may be left to guess for a page in another language.
        let rest = seen.params.values().fold(sentences, |text, value| text.replace(value, ""));
        assert!(!rest.contains(|letter: char| letter.is_ascii_digit()), "{rest}");
    }
}

#[test]
fn how_often_the_opponent_failed_decides_between_two_sentences() {
    let text = |times| Notice::from(&DomainNotice::OpponentFailed { times }).text;
    assert_ne!(text(1), text(2));
}

#[test]
fn every_notice_has_a_code_of_its_own_and_whole_sentences() {
    let notices = all();
    let seen: Vec<Notice> = notices.iter().map(Notice::from).collect();
    for (notice, one) in notices.iter().zip(&seen) {
        assert_eq!(seen.iter().filter(|other| other.code == one.code).count(), 1);
        assert!(one.code.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'));
        for sentence in std::iter::once(&one.text).chain(&one.remedy) {
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
        }
        let is_good = *notice == DomainNotice::SavedAgain;
        assert_eq!(one.level == NoticeLevel::Info, is_good, "{}", one.code);
        assert_eq!(one.remedy.is_none(), is_good, "{}", one.code);
    }
}

#[test]
fn a_refusal_has_a_code_a_sentence_and_perhaps_a_remedy() {
    let seen = ApiError::from(&ActionError::Move(IllegalMove::Occupied));
    assert_eq!(
        (seen.code.as_str(), seen.text.as_str()),
        ("illegal_move", "The point is occupied.")
    );
    assert_eq!(seen.remedy.as_deref(), Some("Choose another point."));
    let seen = ApiError::from(&ActionError::NotNow("the game is not paused".to_owned()));
    assert_eq!((seen.text.as_str(), seen.remedy), ("The game is not paused.", None));
}

#[test]
fn every_notice_has_its_words_in_every_language() {
    let pages = [
        ("French", include_str!("../../../web/src/i18n/fr.ts")),
        ("Chinese", include_str!("../../../web/src/i18n/zh.ts")),
    ];
    for notice in all() {
        let seen = Notice::from(&notice);
        let keys = [Some(""), seen.remedy.as_ref().map(|_| ".remedy")];
        for key in keys.into_iter().flatten().map(|end| format!("'notice.{}{end}':", seen.code)) {
            for (language, page) in pages {
                assert!(page.contains(&key), "{key} is missing in {language}");
            }
        }
    }
}
