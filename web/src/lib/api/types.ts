// Made from crates/api by `make api-types`. Do not edit.

/** The version of the contract, which is also in every address. */
export const API_VERSION = 1;

/**
 * What a person may do now.
 */
export type Abilities = { 
/**
 * Place a stone.
 */
play: boolean, 
/**
 * Pass.
 */
pass: boolean, 
/**
 * Take the last move back, with the AI's reply.
 */
undo: boolean, 
/**
 * Play it again.
 */
redo: boolean, 
/**
 * Resign.
 */
resign: boolean, 
/**
 * Offer a draw.
 */
offer_draw: boolean, 
/**
 * Accept or decline the opponent's offer.
 */
answer_draw: boolean, 
/**
 * Ask for a suggestion.
 */
hint: boolean, 
/**
 * Make the AI move at once.
 */
move_now: boolean, 
/**
 * Pause or resume.
 */
pause: boolean, };

/**
 * What is known about the player, and what was made of it.
 */
export type AdaptingView = { 
/**
 * In how many games the player was watched, this one included.
 */
n_games: number, 
/**
 * How many threats had to be answered in them.
 */
n_threats: number, 
/**
 * By kind and direction, those that have been seen.
 */
threats: Array<ThreatHabit>, 
/**
 * By how far the threat was from the player's own last stone.
 */
reaches: Array<ReachHabit>, 
/**
 * By ninths of the board, row by row from the top left.
 */
zones: Array<HabitTally>, 
/**
 * The moves that were compared, the search's own choice first; empty if none was about equal.
 */
compared: Array<ComparedView>, 
/**
 * Whether the player's habits changed the move.
 */
is_changed: boolean, };

/**
 * Stones in line.
 */
export type AlignmentView = { 
/**
 * The stones in order.
 */
stones: Array<Spot>, 
/**
 * The line.
 */
direction: Direction, 
/**
 * How many points lie between the next obstacles: less than five never become five.
 */
room: number, 
/**
 * How many empty points lie behind either end.
 */
freedom: [number, number], 
/**
 * What it threatens, if anything.
 */
threat: ShapeName | null, };

/**
 * Why a request was refused, or what went wrong.
 */
export type ApiError = { 
/**
 * A word that never changes, as `not_found`; `docs/API.md` lists them.
 */
code: string, 
/**
 * What happened, as a sentence.
 */
text: string, 
/**
 * What can be done about it, as a sentence.
 */
remedy: string | null, 
/**
 * What is wrong with a file that cannot be read.
 */
fault?: ReadFault, };

/**
 * A move of Black.
 */
export type BookAnswer = { 
/**
 * Where.
 */
point: Spot, 
/**
 * Where it comes from.
 */
kind: BookKind, };

/**
 * Replies of White that Black answers alike.
 */
export type BookIdea = { 
/**
 * Black's answer.
 */
answer: BookAnswer, 
/**
 * How many plies the win takes at most, the answer included.
 */
plies: number, 
/**
 * White's moves, those that hold out longest first.
 */
replies: Array<Spot>, };

/**
 * Where a move comes from.
 */
export type BookKind = "book" | "forced";

/**
 * A position in a book of proven wins.
 */
export type BookView = { 
/**
 * How many plies the win takes at most, the next one included.
 */
plies: number, 
/**
 * Black's winning move, if he is to move.
 */
answer: BookAnswer | null, 
/**
 * What becomes of White's replies, if he is to move: those that hold out longest first. Empty
 * where a forced win is under way, which a certificate tells about.
 */
ideas: Array<BookIdea>, };

/**
 * A root move.
 */
export type CandidateView = { 
/**
 * Where.
 */
point: Spot, 
/**
 * What it is worth to the side to move.
 */
score: Worth, 
/**
 * How exact that is.
 */
bound: ScoreBound, 
/**
 * The depth it was looked at, where that is known.
 */
depth: number | null, 
/**
 * What the score is made of: the seed players' own numbers.
 */
parts: Array<PartView>, };

/**
 * A point where stones would be captured.
 */
export type CapturePoint = { 
/**
 * Where.
 */
point: Spot, 
/**
 * The stones it takes.
 */
takes: Array<Spot>, };

/**
 * Everything there is to choose from.
 */
export type Catalogue = { 
/**
 * The rule sets, in the order to show them.
 */
rules: Array<RuleInfo>, 
/**
 * The opening procedures.
 */
openings: Array<OpeningInfo>, 
/**
 * The opponents, the gentlest first.
 */
opponents: Array<OpponentInfo>, 
/**
 * The formats of game records.
 */
formats: Array<FormatInfo>, 
/**
 * The smallest board.
 */
smallest_size: number, 
/**
 * The largest board.
 */
largest_size: number, };

/**
 * The numbers of a cell.
 */
export type CellView = { 
/**
 * Where.
 */
point: Spot, 
/**
 * The one to print on the cell.
 */
value: number, 
/**
 * What it is made of.
 */
parts: Array<PartView>, };

/**
 * A clock.
 */
export type ClockSpec = { 
/**
 * The time each player has for the game.
 */
main_ms: number, 
/**
 * What each of his moves adds.
 */
increment_ms: number, 
/**
 * Once the main time is used up, each move may take this long.
 */
byoyomi_ms: number, 
/**
 * How often that may be exceeded before the game is lost, counting the last time.
 */
byoyomi_periods: number, };

/**
 * A clock as it stood at `GameSnapshot::now`.
 */
export type ClockView = { 
/**
 * What is left of the main time.
 */
main_ms: number, 
/**
 * What is left of the present byo-yomi period, once the main time is used up.
 */
byoyomi_ms: number, 
/**
 * How many periods are left.
 */
periods: number, 
/**
 * Whether it is running.
 */
is_running: boolean, };

/**
 * A move that was compared for the player's sake.
 */
export type ComparedView = { 
/**
 * Where.
 */
point: Spot, 
/**
 * What the search says, all of them searched alike.
 */
score: Worth, 
/**
 * What it promises against this player, in thousandths of an overlooked threat.
 */
promise: number, 
/**
 * Whether it is played.
 */
is_chosen: boolean, };

/**
 * The answer to a new game.
 */
export type Created = { 
/**
 * Its name in all addresses.
 */
id: string, 
/**
 * How it stands.
 */
game: GameSnapshot, };

/**
 * A finished depth.
 */
export type DepthView = { 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * When it was finished, since the thinking began.
 */
time_ms: number, 
/**
 * Positions looked at until then.
 */
nodes: number, 
/**
 * The best move.
 */
best: Spot | null, 
/**
 * Its score.
 */
score: Worth, 
/**
 * The line it begins, as far as that was recorded.
 */
line: Array<Spot>, };

/**
 * A direction of lines.
 */
export type Direction = "horizontal" | "vertical" | "diagonal" | "antidiagonal";

/**
 * The parts of an evaluation; it is their sum.
 */
export type EvaluationView = { 
/**
 * What the points promise on which the side to move would join stones in line.
 */
own_lines: number, 
/**
 * The same for the other side, which counts against it.
 */
their_lines: number, 
/**
 * What the threats on the board are worth.
 */
threats: number, 
/**
 * What captures made and to come are worth; nothing where none are made.
 */
captures: number | null, 
/**
 * What is left: having the move, points where nothing is to be joined, and what the network
 * sees beyond the tables.
 */
rest: number, 
/**
 * What the sum says about the points to expect, in thousandths; `win_rate` of a score is made the
 * same way.
 */
win_permille: number, };

/**
 * A small board.
 */
export type ExampleBoard = { 
/**
 * Its side.
 */
size: number, 
/**
 * The stones.
 */
stones: PerColor<Array<Spot>>, 
/**
 * The point the sentence is about.
 */
focus: Spot | null, 
/**
 * The points that may not be played.
 */
forbidden: Array<Spot>, 
/**
 * A line to draw.
 */
line: Array<Spot>, };

/**
 * A record to write.
 */
export type ExportRequest = { 
/**
 * The record.
 */
record: RecordView, 
/**
 * The format.
 */
format: string, };

/**
 * A written record.
 */
export type Exported = { 
/**
 * A name for the file.
 */
file_name: string, 
/**
 * Its content.
 */
content: FileContent, 
/**
 * What the format could not hold, as half sentences.
 */
lost: Array<string>, };

/**
 * One fact about a move.
 */
export type Fact = { 
/**
 * What kind of fact.
 */
kind: FactKind, 
/**
 * The stones or points it is about, to be drawn on the board.
 */
points: Array<Spot>, 
/**
 * The direction of the line, if it is about one.
 */
direction: Direction | null, 
/**
 * A number that belongs to it: plies of a forced win, stones captured, a procedure's count.
 */
count: number | null, };

/**
 * What a fact says. `Makes…` is about the mover's stones, `Blocks…` about the opponent's.
 */
export type FactKind = "makes_five" | "wins_by_capture" | "breaks_five" | "blocks_five" | "makes_open_four" | "makes_double_four" | "makes_four_three" | "makes_double_three" | "makes_four" | "blocks_open_four" | "blocks_open_three" | "blocks_double_threat" | "makes_open_three" | "captures" | "saves_stones" | "threatens_capture" | "forced_win" | "proven" | "delays_loss" | "only_move" | "center" | "develops" | "restrains" | "search_prefers" | "even" | "better_color" | "passes" | "leaves_five" | "leaves_four" | "leaves_open_three" | "leaves_double_threat" | "leaves_capture";

/**
 * What one stone can make at once.
 */
export type FigureName = "five" | "open_four" | "double_four" | "four_three" | "double_three";

/**
 * A point where one stone makes a figure.
 */
export type FigurePoint = { 
/**
 * Where.
 */
point: Spot, 
/**
 * Which.
 */
figure: FigureName, };

/**
 * Something with a name.
 */
export type FigureView = { 
/**
 * What it is.
 */
name: string, 
/**
 * As text.
 */
text: string | null, 
/**
 * As a number.
 */
number: number | null, 
/**
 * As points to draw, each inner list one group.
 */
groups: Array<Array<Spot>>, };

/**
 * The content of a file.
 */
export type FileContent = { "type": "text", 
/**
 * The text.
 */
text: string, } | { "type": "base64", 
/**
 * The bytes in base64.
 */
base64: string, };

/**
 * Why a point is closed.
 */
export type ForbiddenKind = "overline" | "double_four" | "double_three";

/**
 * One of the lines that close a point.
 */
export type ForbiddenLine = { 
/**
 * Its direction.
 */
direction: Direction, 
/**
 * Its stones, with the point itself.
 */
points: Array<Spot>, };

/**
 * A point that is closed to the side to move, and why.
 */
export type ForbiddenPoint = { 
/**
 * Where.
 */
point: Spot, 
/**
 * Which ban.
 */
kind: ForbiddenKind, 
/**
 * The explanation, as a sentence.
 */
text: string, 
/**
 * The lines that cause it: stones and the point itself, in order.
 */
lines: Array<ForbiddenLine>, };

/**
 * A format of game records.
 */
export type FormatInfo = { 
/**
 * The name used everywhere, as `sgf`.
 */
name: string, 
/**
 * What it is, in a few words.
 */
title: string, 
/**
 * The usual end of a file's name, without the dot.
 */
extension: string, 
/**
 * Whether it is text.
 */
is_text: boolean, };

/**
 * What a person does in a game.
 */
export type GameAction = { "type": "play", 
/**
 * Where.
 */
point: Spot, } | { "type": "pass" } | { "type": "opening", 
/**
 * Which.
 */
action: OpeningAction, } | { "type": "undo" } | { "type": "redo" } | { "type": "resign" } | { "type": "offer_draw" } | { "type": "accept_draw" } | { "type": "decline_draw" } | { "type": "hint" } | { "type": "move_now" } | { "type": "pause" } | { "type": "resume" } | { "type": "rename", 
/**
 * The name.
 */
title: string, };

/**
 * Something that happened in a game.
 */
export type GameEvent = { 
/**
 * Its number: 1 for the first of the game, without gaps.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * What.
 */
what: GameEventKind, };

/**
 * What happened.
 */
export type GameEventKind = { "type": "begun" } | { "type": "played", 
/**
 * By whom.
 */
seat: SeatName, 
/**
 * Where.
 */
point: Spot, 
/**
 * The stones it took.
 */
captured: Array<Spot>, } | { "type": "passed", 
/**
 * Who.
 */
seat: SeatName, } | { "type": "chosen", 
/**
 * By whom.
 */
seat: SeatName, 
/**
 * What, as a sentence.
 */
text: string, } | { "type": "undone", 
/**
 * How many.
 */
count: number, } | { "type": "redone", 
/**
 * How many.
 */
count: number, } | { "type": "draw_offered", 
/**
 * By whom.
 */
seat: SeatName, } | { "type": "draw_declined", 
/**
 * By whom.
 */
seat: SeatName, } | { "type": "ended" } | { "type": "paused" } | { "type": "resumed" } | { "type": "renamed" } | { "type": "trouble" };

/**
 * What the page receives over `/api/v1/games/{id}/live`.
 */
export type GameMessage = { "type": "update", 
/**
 * The events, oldest first, for sounds and animations; `game.seq` is the last one's.
 */
events: Array<GameEvent>, 
/**
 * How the game stands after them.
 */
game: GameSnapshot, } | { "type": "thinking", 
/**
 * The thought.
 */
thinking: ThinkingView, } | { "type": "still_here" } | { "type": "done", 
/**
 * Which.
 */
request: number, 
/**
 * Why it is not on the disk, if it is not.
 */
notice?: Notice, } | { "type": "refused", 
/**
 * Which.
 */
request: number, 
/**
 * Why.
 */
error: ApiError, } | { "type": "hint", 
/**
 * Which request asked.
 */
request: number, 
/**
 * The suggestion.
 */
hint: Hint, } | { "type": "notice", 
/**
 * What.
 */
notice: Notice, };

/**
 * What the page sends over `/api/v1/games/{id}/live`.
 */
export type GameRequest = { 
/**
 * A number of the page's choice that comes back with the answer.
 */
request: number, 
/**
 * What is done.
 */
action: GameAction, 
/**
 * If given, the action is refused with `stale` unless this is the game's `seq`: two tabs
 * cannot both answer the same position.
 */
seq?: number | null, };

/**
 * Everything about a game that a page shows.
 */
export type GameSnapshot = { 
/**
 * Its name in all addresses.
 */
id: string, 
/**
 * The number of the last event that is in it.
 */
seq: number, 
/**
 * Its name in the library.
 */
title: string, 
/**
 * When it was begun.
 */
created_at: number, 
/**
 * When something last happened in it.
 */
updated_at: number, 
/**
 * The moment of this snapshot, to which running clocks refer.
 */
now: number, 
/**
 * Opening, play or over.
 */
phase: Phase, 
/**
 * The board.
 */
position: PositionView, 
/**
 * Who opens.
 */
first: SeatView, 
/**
 * The other one.
 */
second: SeatView, 
/**
 * Who has to do something now; nobody once it is over.
 */
turn: SeatName | null, 
/**
 * The opening dialogue; missing for the opening `free`.
 */
opening: OpeningView | null, 
/**
 * The stones that were there before the first move, if the game began from a position.
 */
start: PositionInput | null, 
/**
 * The moves, opening stones included.
 */
moves: Array<MoveView>, 
/**
 * The moves that were taken back and can be played again, the next one first.
 */
undone: Array<Spot>, 
/**
 * How it ended.
 */
outcome: Outcome | null, 
/**
 * What a person may do now.
 */
can: Abilities, 
/**
 * Who has offered a draw that is not answered yet.
 */
draw_offer: SeatName | null, 
/**
 * The clock's settings, if there is one.
 */
clock: ClockSpec | null, 
/**
 * Whether the clock and the AI stand still because somebody paused the game.
 */
is_paused: boolean, 
/**
 * The AI's running thought, if it has one.
 */
thinking: ThinkingView | null, 
/**
 * What happened to this game that the user should know.
 */
notices: Array<Notice>, };

/**
 * What a position was worth.
 */
export type GraphPoint = { 
/**
 * After how many moves.
 */
ply: number, 
/**
 * The share of points Black could expect, 0 to 1.
 */
black_win_rate: number, 
/**
 * The worth to the side to move.
 */
score: Worth, 
/**
 * The best move there.
 */
best: Spot | null, };

/**
 * How far something is.
 */
export type HabitReach = "near" | "middle" | "far";

/**
 * How often something was to be answered, and how often it was overlooked.
 */
export type HabitTally = { 
/**
 * How often.
 */
seen: number, 
/**
 * How often it was overlooked.
 */
missed: number, };

/**
 * The first thing a page asks: who is there, and is all well?
 */
export type Hello = { 
/**
 * The program's version.
 */
version: string, 
/**
 * The version of this contract.
 */
api_version: number, 
/**
 * What the user should know: a database set aside, say.
 */
notices: Array<Notice>, 
/**
 * The game that "Play" starts.
 */
default_game: NewGame, 
/**
 * Whether other machines can reach the server.
 */
is_open_to_network: boolean, 
/**
 * How many threads an engine may use here.
 */
n_processors: number, };

/**
 * A suggestion.
 */
export type Hint = { 
/**
 * The ply it is for: the number the suggested move would get.
 */
ply: number, 
/**
 * Whom it is for.
 */
color: StoneColor, 
/**
 * Where; nothing if the suggestion is to pass or an opening action.
 */
point: Spot | null, 
/**
 * The suggested opening action, in an opening.
 */
action: OpeningAction | null, 
/**
 * Why.
 */
reason: Reason, 
/**
 * What it is worth.
 */
score: Worth | null, 
/**
 * How the game may go on, the suggestion first.
 */
line: Array<Spot>, 
/**
 * How long it took to find.
 */
time_ms: number, };

/**
 * A file to read.
 */
export type ImportRequest = { 
/**
 * The file's name, which helps to tell the format.
 */
name?: string | null, 
/**
 * The format; by the content if missing.
 */
format?: string | null, 
/**
 * What it holds.
 */
content: FileContent, 
/**
 * The rule for formats that do not name one.
 */
rule?: string | null, 
/**
 * The board for formats that do not name one.
 */
size?: number | null, 
/**
 * Whether to put what was read into the library.
 */
keep: boolean, };

/**
 * What a file held.
 */
export type Imported = { 
/**
 * The format it was read as.
 */
format: string, 
/**
 * The games.
 */
records: Array<ImportedRecord>, 
/**
 * What was odd about it.
 */
warnings: Array<string>, 
/**
 * What could not be read and is not among the games, the first parts of it.
 */
skipped: Array<SkippedPart>, 
/**
 * How many parts could not be read in all.
 */
n_skipped: number, 
/**
 * Why it is not on the disk, if it is not.
 */
notice?: Notice, };

/**
 * A game of a file.
 */
export type ImportedRecord = { 
/**
 * Its name in the library, if it was kept.
 */
id: string | null, 
/**
 * The game.
 */
record: RecordView, };

/**
 * An entry of the library.
 */
export type LibraryEntry = { 
/**
 * Its name in all addresses.
 */
id: string, 
/**
 * What it is.
 */
kind: LibraryKind, 
/**
 * Its name for people.
 */
title: string, 
/**
 * The rule.
 */
rule: string, 
/**
 * The side of the board.
 */
size: number, 
/**
 * The opening procedure.
 */
opening: string, 
/**
 * The player with Black.
 */
black: string, 
/**
 * The player with White.
 */
white: string, 
/**
 * How it ended, as `black_win`, or `ongoing`.
 */
result: string, 
/**
 * How many moves it has.
 */
n_moves: number, 
/**
 * When it was begun.
 */
created_at: number, 
/**
 * When something last happened in it.
 */
updated_at: number, 
/**
 * The stones as they stand, for a small picture.
 */
stones: PerColor<Array<Spot>>, };

/**
 * What an entry is.
 */
export type LibraryKind = "game" | "analysis";

/**
 * A part of the library, newest first.
 */
export type LibraryPage = { 
/**
 * The entries.
 */
entries: Array<LibraryEntry>, 
/**
 * How many there are in all.
 */
total: number, };

/**
 * What to look for in the library, as the query of the address.
 */
export type LibraryQuery = { 
/**
 * Words of the title or the players' names.
 */
text?: string | null, 
/**
 * A rule.
 */
rule?: string | null, 
/**
 * Finished or not.
 */
state?: LibraryState | null, 
/**
 * Games or analyses.
 */
kind?: LibraryKind | null, 
/**
 * False: only games in which nothing was done, which are left out otherwise.
 */
is_begun?: boolean | null, 
/**
 * How many to skip.
 */
skip?: number | null, 
/**
 * How many to show; 50 if missing, 200 at most.
 */
limit?: number | null, };

/**
 * Whether a game is finished.
 */
export type LibraryState = "ongoing" | "over";

/**
 * Something that a seat may choose for its opponent.
 */
export type LimitKind = "time" | "depth" | "nodes" | "width";

/**
 * A line of moves with its score.
 */
export type LineView = { 
/**
 * The moves, the side to move's first.
 */
moves: Array<Spot>, 
/**
 * What it is worth to the side to move at the root.
 */
score: Worth, 
/**
 * How exact that is.
 */
bound: ScoreBound, 
/**
 * The depth it was found at.
 */
depth: number, };

/**
 * A move that mattered.
 */
export type Moment = { 
/**
 * The move's number, from 1.
 */
ply: number, 
/**
 * Whose.
 */
color: StoneColor, 
/**
 * What it was.
 */
kind: MomentKind, 
/**
 * What was played.
 */
played: Spot | null, 
/**
 * What should have been played, where that is known; never the move itself.
 */
better: Spot | null, 
/**
 * How it would have gone on, the better move first; with a proof, its longest defense.
 */
line: Array<Spot>, 
/**
 * How much it cost, as a share of points from 0 to 1.
 */
loss: number, 
/**
 * How many plies the win takes; only where the solver has proved it or the search has counted it
 * to the end.
 */
proven_plies: number | null, 
/**
 * The sentence, with its facts: what the move left (`leaves_…`), what speaks for the better one,
 * and last the proof.
 */
reason: Reason, };

/**
 * What a move was.
 */
export type MomentKind = "missed_win" | "avoidable_loss" | "turning_point" | "mistake" | "decisive_win";

/**
 * The recorded reasoning of a move.
 */
export type MoveReasoning = { 
/**
 * The move's number, from 1; in an explanation, the number it would get.
 */
ply: number, 
/**
 * The opponent that thought.
 */
player: string, 
/**
 * The color it thought for.
 */
color: StoneColor, 
/**
 * What it chose; nothing for a pass or an opening choice.
 */
choice: Spot | null, 
/**
 * Why, in words.
 */
why: Reason, 
/**
 * How it thought; the last state of the live view.
 */
thinking: ThinkingView, 
/**
 * How often each kind of cut-off saved work.
 */
cutoffs: Array<PartView>, 
/**
 * Anything else it has a number, a text or points for.
 */
figures: Array<FigureView>, 
/**
 * Numbers on the cells of the board: the seed players' own.
 */
cells: Array<CellView>, 
/**
 * Remarks.
 */
notes: Array<string>, 
/**
 * What either side has on the board; only engines say that.
 */
survey: SurveyView | null, 
/**
 * What it knows about the player, and what it made of that; nothing if it does not adapt.
 */
adapting: AdaptingView | null, 
/**
 * The first level of the search tree; deeper ones are asked for by path
 * (`GET …/reasoning/{ply}/tree?path=H8,I9`).
 */
tree: Array<TreeNodeView>, };

/**
 * A move of the list.
 */
export type MoveView = { 
/**
 * Its number, from 1.
 */
ply: number, 
/**
 * Whose stone.
 */
color: StoneColor, 
/**
 * Who played it.
 */
seat: SeatName, 
/**
 * Where; nothing for a pass.
 */
point: Spot | null, 
/**
 * The stones it took.
 */
captured: Array<Spot>, 
/**
 * How long it took, if that is known.
 */
time_ms: number | null, 
/**
 * Whether it belongs to the opening dialogue.
 */
is_opening: boolean, 
/**
 * What the AI that played it thought of it.
 */
score: Worth | null, 
/**
 * Whether its reasoning was recorded (`GET …/reasoning/{ply}`).
 */
has_reasoning: boolean, };

/**
 * One more address that can be opened, once and soon.
 */
export type NewAddress = { 
/**
 * The address, with its token.
 */
url: string, };

/**
 * A game to begin. Everything has a default: `{}` begins a sensible game at once.
 */
export type NewGame = { 
/**
 * The rule; the default game's if missing.
 */
rule?: string | null, 
/**
 * The side of the board; the rule's own if missing.
 */
size?: number | null, 
/**
 * The opening procedure; `free` if missing.
 */
opening?: string | null, 
/**
 * Who opens, holding Black at first; a person if missing.
 */
first?: SeatSpec | null, 
/**
 * The other seat; the default opponent if missing.
 */
second?: SeatSpec | null, 
/**
 * Whether a coin decides who sits where.
 */
toss?: boolean | null, 
/**
 * A clock for both; none if missing.
 */
clock?: ClockSpec | null, 
/**
 * A position to begin from instead of the empty board; only with the opening `free`.
 */
start?: PositionInput | null, 
/**
 * A name for the library.
 */
title?: string | null, };

/**
 * Something the user should know that no request asked for.
 */
export type Notice = { 
/**
 * How bad it is.
 */
level: NoticeLevel, 
/**
 * A word that never changes, as `database_set_aside`.
 */
code: string, 
/**
 * What happened, as a sentence.
 */
text: string, 
/**
 * What can be done about it, as a sentence.
 */
remedy: string | null, 
/**
 * The values that the sentences name, for pages in other languages.
 */
params: { [key in string]: string }, };

/**
 * How bad a notice is.
 */
export type NoticeLevel = "info" | "warning" | "error";

/**
 * Something done in the opening.
 */
export type OpeningAction = { "type": "place", 
/**
 * Where.
 */
point: Spot, } | { "type": "swap" } | { "type": "stay" } | { "type": "take_black" } | { "type": "take_white" } | { "type": "put_two" } | { "type": "declare", 
/**
 * How many.
 */
count: number, } | { "type": "offer_ten" } | { "type": "offer", 
/**
 * Which.
 */
points: Array<Spot>, } | { "type": "pick", 
/**
 * Which.
 */
point: Spot, };

/**
 * A line of the opening's log.
 */
export type OpeningEntry = { 
/**
 * Who.
 */
seat: SeatName, 
/**
 * What.
 */
action: OpeningAction, 
/**
 * The same as a sentence.
 */
text: string, 
/**
 * Why the AI chose it; nothing for people.
 */
reason: Reason | null, };

/**
 * An opening procedure.
 */
export type OpeningInfo = { 
/**
 * The name used everywhere, as `swap2`.
 */
name: string, 
/**
 * The name people see.
 */
title: string, 
/**
 * The procedure in a sentence.
 */
summary: string, 
/**
 * Its steps, one sentence each.
 */
steps: Array<string>, 
/**
 * Whether it needs a board with a centre point, that is, an odd side.
 */
needs_center: boolean, 
/**
 * Whether it is meant for this kind of game or merely possible: the rules it is usual for.
 */
usual_rules: Array<string>, };

/**
 * The kind of an opening action.
 */
export type OpeningKind = "place" | "swap" | "stay" | "take_black" | "take_white" | "put_two" | "declare" | "offer_ten" | "offer" | "pick";

/**
 * Something that can be chosen.
 */
export type OpeningOption = { 
/**
 * The kind of action, as in [`OpeningAction`].
 */
kind: OpeningKind, 
/**
 * What it means, in a few words.
 */
text: string, };

/**
 * What is asked of whom.
 */
export type OpeningStep = { 
/**
 * Who chooses.
 */
seat: SeatName, 
/**
 * What he is asked, as a sentence.
 */
text: string, 
/**
 * What he may do.
 */
options: Array<OpeningOption>, 
/**
 * The color of the stone to place, offer or pick, if that is asked.
 */
color: StoneColor | null, 
/**
 * The number of the stone to place, offer or pick, from 1.
 */
stone: number | null, 
/**
 * How many points must be offered, or may at most be declared.
 */
count: number | null, 
/**
 * The points on offer.
 */
offers: Array<Spot>, };

/**
 * The opening dialogue.
 */
export type OpeningView = { 
/**
 * The procedure.
 */
procedure: string, 
/**
 * What is asked now; nothing once it is over.
 */
step: OpeningStep | null, 
/**
 * What was done so far.
 */
log: Array<OpeningEntry>, };

/**
 * An opponent.
 */
export type OpponentInfo = { 
/**
 * The name used everywhere, as `adept`.
 */
name: string, 
/**
 * The name people see.
 */
title: string, 
/**
 * Who it is, in a sentence.
 */
who: string, 
/**
 * What it is like to play against, in a sentence.
 */
feel: string, 
/**
 * Its place on the ladder, from 1.
 */
rung: number, 
/**
 * How long it usually thinks about a move, if it goes by time.
 */
usual_time_ms: number | null, 
/**
 * What it spends on a move unless a seat says otherwise. Opponents that go by depth or nodes
 * are equally strong on a busy machine and on an idle one.
 */
usual: ThinkLimits, 
/**
 * What a seat may choose instead, in the order to offer it; empty if it answers at once.
 */
adjustable: Array<LimitKind>, 
/**
 * Whether it is the engine (which judges openings and shows its depth) or a seed player.
 */
is_engine: boolean, 
/**
 * What it plays.
 */
plays: Array<Playable>, };

/**
 * How a game ended.
 */
export type Outcome = { 
/**
 * Who won; nobody in a draw.
 */
winner: StoneColor | null, 
/**
 * The reason, as `five`, `capture`, `resignation`, `timeout`, `full-board`.
 */
reason: string, 
/**
 * The whole, as a sentence.
 */
text: string, };

/**
 * What a page keeps in memory to be known after the next start. It is never sent back.
 */
export type PageKey = { 
/**
 * The name of this start.
 */
start: string, 
/**
 * The key of its pages.
 */
key: string, };

/**
 * A named number.
 */
export type PartView = { 
/**
 * What it is.
 */
name: string, 
/**
 * How much.
 */
value: number, };

/**
 * A five that wins unless the side to move breaks it now.
 */
export type PendingFive = { 
/**
 * Whose.
 */
owner: StoneColor, 
/**
 * Its lines.
 */
lines: Array<Array<Spot>>, 
/**
 * The moves that answer it.
 */
answers: Array<CapturePoint>, 
/**
 * Those of them that win the game by the number of captured stones.
 */
wins: Array<Spot>, };

/**
 * A value for each color.
 */
export type PerColor<T> = { 
/**
 * Black's.
 */
black: T, 
/**
 * White's.
 */
white: T, };

/**
 * Which part of a game it is.
 */
export type Phase = "opening" | "play" | "over";

/**
 * A rule an opponent plays, and on which boards.
 */
export type Playable = { 
/**
 * The rule.
 */
rule: string, 
/**
 * The smallest board.
 */
smallest_size: number, 
/**
 * The largest board.
 */
largest_size: number, };

/**
 * A position that somebody plays, pastes, loads or sets up.
 */
export type PositionInput = { "type": "moves", 
/**
 * The rule.
 */
rule: string, 
/**
 * The side of the board.
 */
size: number, 
/**
 * The moves; `pass` where the rule has it.
 */
moves: Array<Spot>, } | { "type": "setup", 
/**
 * The rule.
 */
rule: string, 
/**
 * The side of the board.
 */
size: number, 
/**
 * The stones.
 */
stones: PerColor<Array<Spot>>, 
/**
 * Who is to move.
 */
to_move: StoneColor, 
/**
 * The stones captured *by* each color.
 */
captured: PerColor<number>, 
/**
 * What is played from there.
 */
moves: Array<Spot>, } | { "type": "code", 
/**
 * The code.
 */
code: string, } | { "type": "game", 
/**
 * Which game.
 */
id: string, 
/**
 * After how many moves; all of them if missing.
 */
ply?: number | null, };

/**
 * Everything a board needs to show, and nothing to compute.
 */
export type PositionView = { 
/**
 * The rule.
 */
rule: string, 
/**
 * The side of the board.
 */
size: number, 
/**
 * The stones.
 */
stones: PerColor<Array<Spot>>, 
/**
 * Whose turn it is, or would be if the game were not over.
 */
to_move: StoneColor, 
/**
 * The stones captured *by* each color.
 */
captured: PerColor<number>, 
/**
 * How many of them win, where stones are captured.
 */
captures_to_win: number | null, 
/**
 * The points that the side to move may play now; none once the game is over.
 */
legal: Array<Spot>, 
/**
 * If given, only these points can be chosen: the zone of an opening stone, or nothing because
 * no stone is to be placed. Otherwise every empty point that is not forbidden.
 */
allowed: Array<Spot> | null, 
/**
 * The empty points that the rule closes to the side to move.
 */
forbidden: Array<ForbiddenPoint>, 
/**
 * The points where the side to move would capture.
 */
captures: Array<CapturePoint>, 
/**
 * The last stone.
 */
last: Spot | null, 
/**
 * The lines that won, each with its stones in order.
 */
win_lines: Array<Array<Spot>>, 
/**
 * A five that stands and can still be broken.
 */
pending: PendingFive | null, 
/**
 * Whether the side to move may pass.
 */
may_pass: boolean, 
/**
 * How the game stands.
 */
outcome: Outcome | null, 
/**
 * The position as text for a link; see [`PositionInput::Code`].
 */
code: string, };

/**
 * What a solver knows.
 */
export type ProofAnswer = "win" | "none" | "unknown";

/**
 * Where a walk stands: the attacker has just played, the defender is to choose.
 */
export type ProofStep = { 
/**
 * The moves so far, attack and reply in turn; the last one is an attack.
 */
moves: Array<Spot>, 
/**
 * The attacker's move.
 */
attack: Spot, 
/**
 * The position after it.
 */
position: PositionView, 
/**
 * The replies that the proof answers one by one; any other legal reply has one answer.
 */
replies: Array<ReplyView>, 
/**
 * The number of plies to the five against the longest defense.
 */
plies_left: number, 
/**
 * Whether the attack has won.
 */
is_won: boolean, 
/**
 * The step as a sentence.
 */
text: string, };

/**
 * What a solver found out.
 */
export type ProofView = { 
/**
 * What is known.
 */
answer: ProofAnswer, 
/**
 * By which moves, or which were tried last.
 */
kind: SolveKind, 
/**
 * The side it is about.
 */
attacker: StoneColor, 
/**
 * The result as a sentence.
 */
text: string, 
/**
 * How many plies the win takes at most.
 */
plies: number | null, 
/**
 * The line against the longest defense, the attacker first.
 */
line: Array<Spot>, 
/**
 * How many positions the proof has.
 */
n_nodes: number, 
/**
 * Whether the slow judge has checked every branch.
 */
is_checked: boolean, 
/**
 * How many positions were searched.
 */
nodes: number, 
/**
 * How long it took.
 */
time_ms: number, 
/**
 * The first step of the walk, if there is a win.
 */
first: ProofStep | null, };

/**
 * A board for which proven wins of Black come with the program.
 */
export type ProvenBoard = { 
/**
 * The side of the board.
 */
size: number, 
/**
 * Moves from the empty board after which a proof begins, as an example.
 */
example: Array<Spot>, };

/**
 * Threats at a distance, and replies.
 */
export type ReachHabit = { 
/**
 * How far.
 */
reach: HabitReach, 
/**
 * Threats so far from the player's own last stone.
 */
tally: HabitTally, 
/**
 * How many replies were so far from the stone they answer.
 */
replies: number, };

/**
 * What is wrong with a file or a part of it.
 */
export type ReadFault = { 
/**
 * A word that never changes, as `off_board`.
 */
code: string, 
/**
 * The fault as half a sentence.
 */
text: string, 
/**
 * The values that it names, for pages in other languages.
 */
params: { [key in string]: string }, };

/**
 * A reason in words, with the facts the words were made from.
 */
export type Reason = { 
/**
 * The English sentence.
 */
text: string, 
/**
 * What it says, the most important first.
 */
facts: Array<Fact>, };

/**
 * A mark on the board.
 */
export type RecordMark = { 
/**
 * Where.
 */
point: Spot, 
/**
 * `circle`, `square`, `triangle`, `cross`, or `label`.
 */
kind: string, 
/**
 * The text of a label.
 */
text: string | null, };

/**
 * A node of a record.
 */
export type RecordNode = { 
/**
 * The number of the parent in the list; nothing for the root.
 */
parent?: number | null, 
/**
 * The move: a point or `pass`.
 */
point?: Spot | null, 
/**
 * Whose move it is.
 */
color?: StoneColor | null, 
/**
 * What somebody wrote about it.
 */
comment?: string | null, 
/**
 * Marks on the board.
 */
marks: Array<RecordMark>, 
/**
 * How long the move took.
 */
time_ms?: number | null, };

/**
 * A tree of variations with its header.
 */
export type RecordView = { 
/**
 * The rule.
 */
rule: string, 
/**
 * The side of the board.
 */
size: number, 
/**
 * The position before the first move.
 */
start: PositionInput, 
/**
 * The players' names.
 */
players: PerColor<string | null>, 
/**
 * How it ended, as `black_win`, `white_win`, `draw`.
 */
result: string | null, 
/**
 * When it was played.
 */
date: string | null, 
/**
 * Where or why it was played.
 */
event: string | null, 
/**
 * The nodes; the first is the root, which has no move. Every node comes after its parent.
 */
nodes: Array<RecordNode>, };

/**
 * A reply of the defender.
 */
export type ReplyView = { 
/**
 * Where.
 */
point: Spot, 
/**
 * How many plies the attacker needs after it.
 */
plies_left: number, };

/**
 * The page's proof.
 */
export type ReturnAnswer = { 
/**
 * The start that let the page in.
 */
start: string, 
/**
 * The number of the page's question.
 */
own_number: string, 
/**
 * The number of the program's.
 */
number: string, 
/**
 * The HMAC-SHA256 with the page key over `page`, the port and both numbers, one a line.
 */
proof: string, };

/**
 * The proof, and the same question to the page.
 */
export type ReturnProof = { 
/**
 * The name of the start that answers.
 */
start: string, 
/**
 * A number that the program has thrown, good for one answer.
 */
number: string, 
/**
 * The HMAC-SHA256 with the page key over `program`, the port and both numbers, one a line.
 */
proof: string, };

/**
 * A page asks whoever is there now to prove that it is the program.
 */
export type ReturnQuestion = { 
/**
 * The start that let the page in.
 */
start: string, 
/**
 * A number that the page has thrown.
 */
number: string, };

/**
 * A game looked at again.
 */
export type Review = { 
/**
 * What each position was worth, from before the first move on.
 */
graph: Array<GraphPoint>, 
/**
 * What mattered, in the order of the game.
 */
moments: Array<Moment>, 
/**
 * The game in a few sentences.
 */
summary: Array<string>, 
/**
 * Whether it is finished.
 */
is_complete: boolean, };

/**
 * A rule set.
 */
export type RuleInfo = { 
/**
 * The name used everywhere, as `renju`.
 */
name: string, 
/**
 * The name people see.
 */
title: string, 
/**
 * The rule in a sentence.
 */
summary: string, 
/**
 * What is special about it, each with a board to look at.
 */
points: Array<RulePoint>, 
/**
 * The board people expect.
 */
default_size: number, 
/**
 * The sizes worth offering first.
 */
usual_sizes: Array<number>, 
/**
 * How many captured stones win, where stones are captured.
 */
captures_to_win: number | null, 
/**
 * How many stones a captured group has, where stones are captured.
 */
capture_lengths: Array<number>, 
/**
 * Whether a player may be closed some empty points.
 */
has_forbidden_points: boolean, 
/**
 * Whether a five stands only if the opponent cannot break it.
 */
five_can_be_broken: boolean, 
/**
 * Whether passing is allowed from some time on.
 */
has_passing: boolean, 
/**
 * Whether the engine can analyze it on its default size.
 */
has_engine: boolean, 
/**
 * Whether the solver can look for forced wins and threats.
 */
has_solver: boolean, 
/**
 * The boards for which proven wins of Black come with the program.
 */
proven: Array<ProvenBoard>, };

/**
 * A part of a rule with a small board that shows it.
 */
export type RulePoint = { 
/**
 * The sentence.
 */
text: string, 
/**
 * The board.
 */
board: ExampleBoard, };

/**
 * An analysis to keep, or that was kept.
 */
export type SavedAnalysis = { 
/**
 * Its name for people.
 */
title: string, 
/**
 * The tree.
 */
record: RecordView, 
/**
 * Why it is not on the disk, if it is not.
 */
notice?: Notice, };

/**
 * What a score says about the true value.
 */
export type ScoreBound = "exact" | "at_least" | "at_most";

/**
 * One of the two seats at the board; which color it holds can change in an opening.
 */
export type SeatName = "first" | "second";

/**
 * Who sits on a seat.
 */
export type SeatSpec = { "type": "human", 
/**
 * The name to show.
 */
name?: string | null, } | { "type": "ai", 
/**
 * Its name.
 */
opponent: string, 
/**
 * How long it may think about a move, instead of its habit.
 */
time_ms?: number | null, 
/**
 * How many plies it may look ahead, instead of its habit.
 */
depth?: number | null, 
/**
 * How many positions it may look at for a move, instead of its habit.
 */
nodes?: number | null, 
/**
 * How many moves of each position it looks at, instead of its habit.
 */
width?: number | null, };

/**
 * A seat with who sits there.
 */
export type SeatView = { 
/**
 * The name to show.
 */
name: string, 
/**
 * The opponent of the catalogue, or nothing for a person.
 */
opponent: string | null, 
/**
 * What the opponent may spend on a move, where something else than its habit was chosen.
 */
limits: ThinkLimits | null, 
/**
 * The color it holds now.
 */
color: StoneColor, 
/**
 * The stones it has captured.
 */
captured: number, 
/**
 * Its clock, if the game has one.
 */
clock: ClockView | null, 
/**
 * The time of its moves.
 */
timer: TimerView, };

/**
 * What stones in line can be.
 */
export type ShapeName = "open_three" | "four" | "open_four" | "five";

/**
 * What a color has.
 */
export type SideView = { 
/**
 * Its stones in line, the most dangerous first.
 */
alignments: Array<AlignmentView>, 
/**
 * How many stones it has taken; nothing where none are taken.
 */
taken: number | null, 
/**
 * Where it can take stones.
 */
takes: Array<CapturePoint>, 
/**
 * Where one stone makes a figure.
 */
figures: Array<FigurePoint>, 
/**
 * The empty points that are closed to it.
 */
forbidden: Array<Spot>, };

/**
 * A part of a file that could not be read, or a move that the rule refuses. What stood before it was
 * kept.
 */
export type SkippedPart = { 
/**
 * The number of the game in the file, from one.
 */
game: number, 
/**
 * How many moves of the game were kept; nothing if it was left out.
 */
kept_moves: number | null, 
/**
 * The line in a text, from one.
 */
line: number | null, 
/**
 * The column in that line, from one.
 */
column: number | null, 
/**
 * What is wrong.
 */
reason: string, 
/**
 * The same for pages in other languages.
 */
fault?: ReadFault, };

/**
 * By which moves a win is looked for.
 */
export type SolveKind = "vcf" | "vct" | "any";

/**
 * A point of the board, as `H8`: column letter (I included), row from the bottom.
 */
export type Spot = string;

/**
 * The color of a stone.
 */
export type StoneColor = "black" | "white";

/**
 * The answer to something that was stored.
 */
export type Stored = { 
/**
 * Its name in all addresses.
 */
id: string, 
/**
 * Why it is not on the disk, if it is not.
 */
notice?: Notice, };

/**
 * Everything about a position that can be named.
 */
export type SurveyView = { 
/**
 * What either color has.
 */
sides: PerColor<SideView>, 
/**
 * Whose five stands on trial.
 */
trial: StoneColor | null, 
/**
 * What answers it.
 */
answers: Array<Spot>, 
/**
 * What the evaluation is made of before looking ahead, from the side to move.
 */
evaluation: EvaluationView, };

/**
 * What an opponent may spend on a move; what is missing is not limited.
 */
export type ThinkLimits = { 
/**
 * How long it may think.
 */
time_ms: number | null, 
/**
 * How many plies it may look ahead.
 */
depth: number | null, 
/**
 * How many positions it may look at.
 */
nodes: number | null, 
/**
 * How many moves of each position it looks at.
 */
width: number | null, };

/**
 * A thought as it stands just now.
 */
export type ThinkingView = { 
/**
 * Which seat thinks; nothing in an analysis.
 */
seat: SeatName | null, 
/**
 * The number that the move would get.
 */
ply: number, 
/**
 * What it is doing, in a word: `search`, `opening`, `hint`, `vcf`, `vct`.
 */
stage: string, 
/**
 * How long it has been thinking.
 */
elapsed_ms: number, 
/**
 * How long it may think, if that is limited.
 */
limit_ms: number | null, 
/**
 * The last finished depth in plies.
 */
depth: number, 
/**
 * The deepest ply looked at.
 */
deepest: number, 
/**
 * What the position is worth to the side to move.
 */
score: Worth | null, 
/**
 * Positions looked at.
 */
nodes: number, 
/**
 * Positions a second.
 */
nodes_per_second: number, 
/**
 * How full the table is, in thousandths.
 */
table_permille: number, 
/**
 * The best lines, best first.
 */
lines: Array<LineView>, 
/**
 * The moves at the root with what is known about each, best first.
 */
candidates: Array<CandidateView>, 
/**
 * The root move being looked at now.
 */
trying: Spot | null, 
/**
 * The finished depths, for the graph of the score by depth.
 */
depths: Array<DepthView>, 
/**
 * The search tree as it stands, a few moves wide and deep. Nothing where it is not shown, and in
 * a `thinking` message if it has not changed since the last one.
 */
tree: Array<TreeBranch> | null, };

/**
 * A kind of threat along a direction.
 */
export type ThreatHabit = { 
/**
 * The kind.
 */
kind: ThreatKind, 
/**
 * The direction.
 */
direction: Direction, 
/**
 * How often.
 */
tally: HabitTally, };

/**
 * What a threat threatens.
 */
export type ThreatKind = "three" | "four" | "capture";

/**
 * How long a seat takes for its moves.
 */
export type TimerView = { 
/**
 * The move it is thinking about, as far as it has come at `GameSnapshot::now`.
 */
current_ms: number | null, 
/**
 * Its last move.
 */
last_ms: number | null, 
/**
 * The average of its moves.
 */
average_ms: number | null, 
/**
 * Its longest move.
 */
longest_ms: number | null, 
/**
 * How many moves that is.
 */
n_moves: number, 
/**
 * How long it may think about a move, if that is limited.
 */
limit_ms: number | null, 
/**
 * How long it thinks about a move on average, if that is less than the limit.
 */
usual_ms: number | null, };

/**
 * A way to turn, mirror or move a position.
 */
export type Transform = { "type": "rotate" } | { "type": "mirror" } | { "type": "flip" } | { "type": "shift", 
/**
 * Columns to the right.
 */
dx: number, 
/**
 * Rows down.
 */
dy: number, };

/**
 * Turns, mirrors or moves a position on its board.
 */
export type TransformRequest = { 
/**
 * The position.
 */
position: PositionInput, 
/**
 * What to do with it.
 */
by: Transform, };

/**
 * A position after a tool was used on it.
 */
export type Transformed = { 
/**
 * The position to go on with.
 */
position: PositionInput, 
/**
 * What it looks like.
 */
view: PositionView, };

/**
 * A node of the search tree with what is below it.
 */
export type TreeBranch = { 
/**
 * The node.
 */
node: TreeNodeView, 
/**
 * The best answers.
 */
answers: Array<TreeBranch>, };

/**
 * A level of the search tree.
 */
export type TreeLevel = { 
/**
 * The moves that lead to it.
 */
path: Array<Spot>, 
/**
 * Its nodes, the best for whoever is to move first.
 */
nodes: Array<TreeNodeView>, };

/**
 * A node of the search tree, without what is below it.
 */
export type TreeNodeView = { 
/**
 * The move.
 */
point: Spot, 
/**
 * Whose.
 */
color: StoneColor, 
/**
 * What it is worth to the side to move at the root.
 */
score: Worth, 
/**
 * How exact that is.
 */
bound: ScoreBound, 
/**
 * How deep it was searched below, where that is known.
 */
depth: number | null, 
/**
 * Why there is no more below it: `complete`, `beta_cut`, `alpha_cut`, `five`, `full_board`,
 * `depth`, `remembered`.
 */
ending: string, 
/**
 * The same in a few words.
 */
ending_text: string, 
/**
 * How many answers are recorded below it.
 */
n_children: number, 
/**
 * How many more were looked at but not recorded.
 */
n_omitted: number, };

/**
 * The user's settings. What is missing has its default.
 */
export type UserSettings = { 
/**
 * How many threads the engine uses for analysis and as the strongest opponent.
 */
threads: number, 
/**
 * The size of its table in MiB.
 */
hash_mib: number, 
/**
 * Whether the engine may choose between equal moves by what it has seen of the player.
 */
adapt: boolean, 
/**
 * The language of the page: `en`, `fr` or `zh`; the browser's if missing.
 */
language: string | null, 
/**
 * What only the page knows about: theme, stones, coordinates, sounds, animation, …
 */
page: { [key in string]: string }, 
/**
 * Why it is not on the disk, if it is not.
 */
notice?: Notice, };

/**
 * What is to be said about a move that somebody tried in place of the one that was played.
 */
export type Verdict = { 
/**
 * The move's number, from 1.
 */
ply: number, 
/**
 * The move.
 */
point: Spot, 
/**
 * Whether it is good: it keeps what was there to be had.
 */
is_found: boolean, 
/**
 * What is wrong with it; nothing if it is good.
 */
fault: Moment | null, 
/**
 * What it is worth to whoever plays it.
 */
score: Worth, 
/**
 * How it may go on, the opponent's answer first.
 */
line: Array<Spot>, 
/**
 * What speaks for it.
 */
why: Reason, };

/**
 * What the page receives over `/api/v1/work`.
 */
export type WorkMessage = { 
/**
 * The job.
 */
job: number, 
/**
 * What it says.
 */
says: WorkSays, };

/**
 * What the page sends over `/api/v1/work`.
 */
export type WorkRequest = { 
/**
 * The job's number, chosen by the page. A number that is in use is stopped and begun anew.
 */
job: number, 
/**
 * What to do.
 */
task: WorkTask, };

/**
 * What a job says.
 */
export type WorkSays = { "type": "thinking", 
/**
 * The thought.
 */
thinking: ThinkingView, } | { "type": "proof", 
/**
 * The result.
 */
proof: ProofView, } | { "type": "book", 
/**
 * What they know.
 */
book: BookView | null, } | { "type": "step", 
/**
 * The step.
 */
step: ProofStep, } | { "type": "progress", 
/**
 * What is done.
 */
done: number, 
/**
 * Of how much, where that is known.
 */
total: number | null, 
/**
 * In words.
 */
text: string, } | { "type": "review", 
/**
 * The review.
 */
review: Review, } | { "type": "judged", 
/**
 * The verdict.
 */
verdict: Verdict, } | { "type": "surveyed", 
/**
 * What there is to see.
 */
survey: SurveyView, } | { "type": "explained", 
/**
 * The explanation.
 */
reasoning: MoveReasoning, } | { "type": "still_here" } | { "type": "notice", 
/**
 * What.
 */
notice: Notice, } | { "type": "ended" } | { "type": "failed", 
/**
 * Why.
 */
error: ApiError, };

/**
 * What can be done.
 */
export type WorkTask = { "type": "analyze", 
/**
 * The position.
 */
position: PositionInput, 
/**
 * How many lines are wanted.
 */
lines?: number | null, 
/**
 * How long at most.
 */
time_ms?: number | null, 
/**
 * How deep at most.
 */
depth?: number | null, 
/**
 * The only moves to look at; all if empty.
 */
only: Array<Spot>, 
/**
 * Moves to leave out.
 */
without: Array<Spot>, } | { "type": "solve", 
/**
 * The position.
 */
position: PositionInput, 
/**
 * By which moves.
 */
kind: SolveKind, 
/**
 * Whether to look for the other side instead: what does it threaten?
 */
threat: boolean, 
/**
 * How long at most; 30 seconds if missing.
 */
time_ms?: number | null, } | { "type": "book", 
/**
 * The position.
 */
position: PositionInput, } | { "type": "walk", 
/**
 * The defender's replies so far, in order.
 */
replies: Array<Spot>, } | { "type": "review", 
/**
 * The game, usually `{"type":"game","id":…}`.
 */
position: PositionInput, 
/**
 * How long to think about each position; 200 ms if missing.
 */
time_ms?: number | null, } | { "type": "judge", 
/**
 * The position before the move.
 */
position: PositionInput, 
/**
 * The move.
 */
point: Spot, 
/**
 * How long to think about each position; 200 ms if missing.
 */
time_ms?: number | null, } | { "type": "explain", 
/**
 * The position.
 */
position: PositionInput, 
/**
 * The opponent of the catalogue.
 */
opponent: string, 
/**
 * How long at most.
 */
time_ms?: number | null, 
/**
 * How many plies it looks ahead, instead of its habit.
 */
depth?: number | null, 
/**
 * How many positions it looks at, instead of its habit.
 */
nodes?: number | null, 
/**
 * How many moves of each position it looks at, instead of its habit.
 */
width?: number | null, } | { "type": "stop" };

/**
 * What a player thinks a position or move is worth.
 */
export type Worth = { 
/**
 * For people: `+120`, `win in 7`, `loss in 4`.
 */
text: string, 
/**
 * The number in the player's own units; larger is better for the side it is about.
 */
value: number, 
/**
 * Plies to the end if it is decided: positive for a win, negative for a loss.
 */
mate: number | null, 
/**
 * The share of points to expect, 0 to 1, if the player can tell.
 */
win_rate: number | null, };
