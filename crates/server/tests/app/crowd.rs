//! Many games at once.

use tengen_api::{Phase, SeatName};

use crate::client::{TestServer, against, play};

const N_GAMES: usize = 200;
const N_MOVES: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_games_at_once_lose_no_move() {
    let server = TestServer::start().await;
    let games: Vec<_> = (0..N_GAMES)
        .map(|i| {
            let server = server.clone();
            tokio::spawn(async move { play_some(&server, i).await })
        })
        .collect();
    for game in games {
        game.await.unwrap();
    }
    let library = server.get("/games?limit=1").await;
    assert_eq!(library["total"], N_GAMES);
}

async fn play_some(server: &TestServer, i: usize) {
    let opponent = ["scorer", "fivetuple"][i % 2];
    let id = server.create(&against(opponent)).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    let mut game = page.game_when(|_| true).await;
    for _ in 0..N_MOVES {
        let mut names = (0..15).flat_map(|x| {
            (1..=15).map(move |y| format!("{}{y}", char::from(b'A' + ((x * 7 + i) % 15) as u8)))
        });
        let taken = |name: &String| {
            let stones = game.position.stones.black.iter().chain(&game.position.stones.white);
            stones.into_iter().any(|spot| spot.0 == *name)
        };
        let free = names.find(|name| !taken(name)).unwrap();
        let n_before = game.moves.len();
        page.send(&serde_json::json!({ "request": 1, "action": play(&free) })).await;
        game = page.game_when(|game| game.moves.len() == n_before + 2).await;
        assert_eq!((game.phase, game.turn), (Phase::Play, Some(SeatName::First)));
    }
    let kept = server.get(&format!("/games/{id}")).await;
    assert_eq!(kept["moves"].as_array().unwrap().len(), 2 * N_MOVES);
}
