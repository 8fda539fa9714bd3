import type { Index } from '../board/coords';
import type { Color, Ghost, Heat, Line, Mark, Stone } from '../board/types';
import type { Spot } from '../lib/api/types';
import type { GraphSpot } from '../lib/graph';
import { candidateHeat, cellHeat, SIGN } from '../lib/heat';
import {
  allowedOf,
  capturesOf,
  factLines,
  forbiddenLines,
  ghostsOf,
  indexOf,
  legalOf,
  linesOf,
  stonesOf,
} from '../lib/position';
import { settings } from '../lib/settings.svelte';
import { forbiddenText, nameOf, tipText, worthText } from '../lib/words';
import type { GameScreen } from './game.svelte';

/** A zone that covers more of the board than this says nothing. */
const ZONE_SHARE = 0.6;

/** What the board and the graph of a game show. */
export class GameBoard {
  /** The point under the pointer. */
  hovered = $state<Index | null>(null);

  constructor(private readonly screen: GameScreen) {}

  private at(spot: Spot): Index {
    return indexOf(spot, this.screen.size);
  }

  /** Whether a person may put a stone on what is shown. */
  private readonly isOpen = $derived.by(() => this.screen.live && this.screen.mine);
  /**
   * What the opponent thought, if it belongs to the move that is shown. On the person's own turn the
   * board is hers: what the other side rejected is drawn only if she asks for it.
   */
  private readonly recorded = $derived.by(() => {
    const { game, recorded, shownPly, thinking, reasoningOn, live, mine, theirsOnBoard } = this.screen;
    if (!reasoningOn || thinking || recorded?.ply !== shownPly) return null;
    if (live && (game?.phase === 'over' || (mine && !theirsOnBoard))) return null;
    return recorded;
  });

  private readonly numbers = $derived.by(() => {
    const { game, shownPly } = this.screen;
    const map = new Map<Spot, number>();
    for (const move of game?.moves ?? []) if (move.point && move.ply <= shownPly) map.set(move.point, move.ply);
    return map;
  });

  readonly stones = $derived.by((): Stone[] => {
    const { view, size, preview, shownPly, thinking, recorded } = this.screen;
    if (!view) return [];
    const all = stonesOf(view.stones, size, this.numbers);
    // A line that begins otherwise than the game went is drawn without the stone it replaces.
    const replaced = !thinking && recorded?.ply === shownPly && preview ? recorded.choice : null;
    if (!replaced || preview?.[0] === replaced) return all;
    return all.filter((stone) => stone.at !== this.at(replaced));
  });

  readonly last = $derived.by(() => (this.screen.view?.last ? this.at(this.screen.view.last) : null));

  readonly forbidden = $derived.by(
    () => new Map((this.screen.view?.forbidden ?? []).map((closed) => [this.at(closed.point), forbiddenText(closed)])),
  );

  readonly captures = $derived.by(() =>
    this.screen.view && this.isOpen ? capturesOf(this.screen.view) : new Map<Index, Index[]>(),
  );

  readonly legal = $derived.by(() => (this.screen.view && this.isOpen ? legalOf(this.screen.view) : new Set<Index>()));

  readonly zone = $derived.by(() => {
    const { view, step, size } = this.screen;
    const zone = view && step && this.isOpen ? allowedOf(view) : null;
    return zone && zone.size < size * size * ZONE_SHARE ? zone : null;
  });

  readonly turn = $derived.by((): Color | null => {
    const { game, step } = this.screen;
    return game && this.isOpen && game.phase !== 'over' ? (step?.color ?? game.position.to_move) : null;
  });

  readonly heat = $derived.by((): Heat[] => {
    const { reasoningOn, thinking, size } = this.screen;
    if (!reasoningOn) return [];
    if (thinking) return candidateHeat(thinking.candidates, size, settings.heatCount);
    if (!this.recorded) return [];
    if (this.recorded.cells.length) return cellHeat(this.recorded.cells, size);
    return candidateHeat(this.recorded.thinking.candidates, size, settings.heatCount);
  });

  readonly tips = $derived.by(() => {
    const { reasoningOn, thinking, size } = this.screen;
    const map = new Map<Index, string>();
    const candidates = (reasoningOn ? thinking?.candidates : null) ?? this.recorded?.thinking.candidates ?? [];
    for (const { point, score, bound, parts } of candidates)
      map.set(this.at(point), tipText(`${nameOf(point, size)}: ${SIGN[bound]} ${worthText(score)}`, parts));
    for (const { point, value, parts } of this.recorded?.cells ?? [])
      map.set(this.at(point), tipText(`${nameOf(point, size)}: ${value}`, parts));
    return map;
  });

  /** A line that nobody asked for leaves the scores readable; one that is pointed at does not. */
  private besideHeat(ghosts: Ghost[]): Ghost[] {
    if (this.screen.preview) return ghosts;
    return ghosts.filter((ghost) => !this.heat.some((spot) => spot.at === ghost.at));
  }

  readonly ghosts = $derived.by((): Ghost[] => {
    const { game, size, preview, thinking, recorded, reasoningOn, live } = this.screen;
    const { proof } = this.screen.threats;
    const { hint } = this.screen.link;
    if (!game) return [];
    if (proof?.line.length) return ghostsOf(proof.line, proof.attacker, size, proof.line.length);
    if (reasoningOn && thinking) {
      const line = preview ?? thinking.lines[0]?.moves ?? [];
      return this.besideHeat(ghostsOf(line, game.position.to_move, size, settings.lineLength));
    }
    if (reasoningOn && recorded && (preview || this.recorded)) {
      const line = preview ?? recorded.thinking.lines[0]?.moves ?? [];
      const all = ghostsOf(line, recorded.color, size, settings.lineLength);
      return this.besideHeat(all.filter((ghost) => !this.stones.some((stone) => stone.at === ghost.at)));
    }
    return hint && live && game.phase !== 'over' ? ghostsOf(hint.line, hint.color, size, 3).slice(1) : [];
  });

  readonly marks = $derived.by((): Mark[] => {
    const { view, live, link, offering, offered, step, reasoningOn, thinking } = this.screen;
    if (!view) return [];
    const { answers = [], wins = [] } = view.pending ?? {};
    const marks = answers.map(({ point }): Mark => ({
      at: this.at(point),
      kind: wins.includes(point) ? 'winning' : 'answer',
    }));
    const taken = new Set(answers.flatMap(({ takes }) => takes));
    marks.push(...[...taken].map((spot): Mark => ({ at: this.at(spot), kind: 'taken' })));
    if (!live) return marks;
    if (link.hint?.point && this.screen.game?.phase !== 'over')
      marks.push({ at: this.at(link.hint.point), kind: 'hint' });
    const offers = offering ? offered : (step?.offers ?? []);
    offers.forEach((spot, i) => {
      marks.push({ at: this.at(spot), kind: 'offer', label: String.fromCharCode(97 + i) });
    });
    if (reasoningOn && thinking?.trying) marks.push({ at: this.at(thinking.trying), kind: 'looking' });
    return marks;
  });

  readonly lines = $derived.by((): Line[] => {
    const { view, live, link, size } = this.screen;
    if (!view) return [];
    const facts = live && link.hint ? factLines(link.hint.reason, size) : [];
    return [...linesOf(view), ...forbiddenLines(view, this.hovered), ...facts];
  });

  /** What the players thought of the game, as Black's share. */
  readonly graph = $derived.by((): GraphSpot[] =>
    (this.screen.game?.moves ?? []).flatMap(({ ply, score, color }) => {
      const rate = score && score.mate !== null ? (score.mate > 0 ? 1 : 0) : score?.win_rate;
      if (rate === undefined || rate === null) return [];
      return [{ ply, value: color === 'black' ? rate : 1 - rate }];
    }),
  );
}
