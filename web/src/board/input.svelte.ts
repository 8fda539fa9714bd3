import { step, type Index } from './coords';
import type { Confirm } from './types';

/** What the pointer and the keyboard need of the board they work on. */
export interface Surface {
  readonly size: number;
  readonly interactive: boolean;
  readonly confirm: Confirm;
  aim: Index | null;
  /** Whether a stone can be aimed at here before it is placed. */
  canAim(at: Index): boolean;
  pointAt(event: MouseEvent): Index | null;
  /** Whether points are so close that a finger covers several. */
  isCrowded(): boolean;
  /** Puts the browser's focus on a point. */
  focus(at: Index): void;
  onpoint(at: Index): void;
  onhover(at: Index | null): void;
}

const ARROWS: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How far an arrow goes with Shift. */
const JUMP = 4;

/** A finger that stays this long wants to see what is under it; a shorter touch is a tap. */
const LOUPE_AFTER_MS = 120;

/** Where somebody points: by mouse, finger or keyboard. */
export class Input {
  hover = $state<Index | null>(null);
  cursor = $state<Index>(0);
  /** Whether the keyboard was used last, and so its cursor is shown. */
  keyboard = $state(false);
  /** The point under a finger that is on the board, seen through a loupe. */
  loupe = $state<Index | null>(null);
  private isMagnifying = false;
  private loupeTimer: ReturnType<typeof setTimeout> | undefined;
  private pressed: Index | null = null;

  constructor(
    private readonly surface: Surface,
    cursor: Index,
  ) {
    this.cursor = cursor;
  }

  /** The point that is meant now. */
  get shown(): Index | null {
    return this.loupe ?? this.surface.aim ?? (this.keyboard ? this.cursor : this.hover);
  }

  private choose(at: Index): void {
    this.surface.aim = null;
    this.surface.onpoint(at);
  }

  private needsConfirmation(event: PointerEvent): boolean {
    const { confirm } = this.surface;
    return confirm === 'always' || (confirm === 'touch' && event.pointerType === 'touch');
  }

  readonly down = (event: PointerEvent): void => {
    this.keyboard = false;
    this.pressed = event.button === 0 ? this.surface.pointAt(event) : null;
    this.stopMagnifying();
    if (event.pointerType !== 'touch' || this.pressed === null) return;
    if (!this.surface.interactive || !this.surface.isCrowded()) return;
    const at = this.pressed;
    this.loupeTimer = setTimeout(() => this.magnify(at), LOUPE_AFTER_MS);
  };

  private magnify(at: Index | null): void {
    clearTimeout(this.loupeTimer);
    this.isMagnifying = true;
    this.surface.aim = null;
    this.loupe = at;
  }

  private stopMagnifying(): void {
    clearTimeout(this.loupeTimer);
    this.isMagnifying = false;
    this.loupe = null;
  }

  /** The browser took the finger for something else. */
  readonly cancel = (): void => {
    this.stopMagnifying();
    this.pressed = null;
  };

  readonly up = (event: PointerEvent): void => {
    const at = this.surface.pointAt(event);
    const wasMagnifying = this.isMagnifying;
    this.stopMagnifying();
    // A finger that slid off the board has thought better of it.
    if (!this.surface.interactive || at === null || this.pressed === null) return;
    // A mouse that slid to another point did not click; a finger may slide to aim.
    if (event.pointerType === 'mouse' && at !== this.pressed) return;
    this.cursor = at;
    // What was seen enlarged needs no second look, unless somebody always wants one.
    const isSeen = wasMagnifying && this.surface.confirm !== 'always';
    if (!isSeen && this.needsConfirmation(event) && this.surface.aim !== at && this.surface.canAim(at))
      this.surface.aim = at;
    else this.choose(at);
  };

  readonly move = (event: PointerEvent): void => {
    const at = this.surface.pointAt(event);
    if (event.pointerType === 'touch' && this.pressed !== null && this.surface.isCrowded()) {
      if (this.isMagnifying || at !== this.pressed) this.magnify(at);
    }
    if (at === this.hover) return;
    this.hover = at;
    this.keyboard = false;
    this.surface.onhover(at);
  };

  readonly leave = (): void => {
    this.hover = null;
    this.surface.onhover(null);
  };

  readonly key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const by = event.shiftKey ? JUMP : 1;
      this.keyboard = true;
      this.cursor = step(this.cursor, this.surface.size, arrow[0] * by, arrow[1] * by);
      this.surface.focus(this.cursor);
      this.surface.onhover(this.cursor);
    } else if (event.key === 'Enter') {
      this.keyboard = true;
      if (this.surface.interactive) this.choose(this.cursor);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** A point got the browser's focus. */
  focused(at: Index, byKeyboard: boolean): void {
    this.keyboard = byKeyboard;
    this.cursor = at;
  }

  readonly blurred = (): void => {
    this.keyboard = false;
  };

  /** Goes to the board with the keyboard. */
  enter(): void {
    this.keyboard = true;
    this.surface.focus(this.cursor);
  }
}

/** A click leaves the keyboard where it was, so that the arrows still step through the game. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches('input, textarea')) focused.blur();
}
