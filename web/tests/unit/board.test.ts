import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Geometry } from '../../src/board/geometry';
import { Input, type Surface } from '../../src/board/input.svelte';

describe('the geometry of a board', () => {
  const geometry = new Geometry(15, 1);

  it('finds the point under a place, also beside its middle', () => {
    expect(geometry.nearest(0.5, 0.5)).toBe(112);
    expect(geometry.nearest(0.52, 0.48)).toBe(112);
    expect(geometry.nearest(1 / 16, 1 / 16)).toBe(0);
  });

  it('finds nothing on the edge of the wood', () => {
    expect(geometry.nearest(0.01, 0.5)).toBeNull();
    expect(geometry.nearest(0.5, 0.99)).toBeNull();
  });

  it('says where a point is so that it is found there again', () => {
    for (const at of [0, 14, 112, 224]) {
      const { left, top } = geometry.percent(at);
      expect(geometry.nearest(left / 100, top / 100)).toBe(at);
    }
  });

  it('draws a line between its outermost points, whichever order they come in', () => {
    expect(geometry.ends([33, 1, 17])).toEqual([1, 33]);
    expect(geometry.ends([30, 0, 15])).toEqual([0, 30]);
  });
});

describe('pointing at a board', () => {
  let chosen: number[];
  let surface: Surface;
  let under: number | null;
  let crowded: boolean;
  let input: Input;

  beforeEach(() => {
    chosen = [];
    under = 7;
    crowded = false;
    surface = {
      size: 15,
      interactive: true,
      confirm: 'touch',
      aim: null,
      canAim: (at) => at !== 9,
      pointAt: () => under,
      isCrowded: () => crowded,
      focus: () => undefined,
      onpoint: (at) => chosen.push(at),
      onhover: () => undefined,
    };
    input = new Input(surface, 112);
  });

  const press = (pointerType: string, from: number | null, to: number | null, button = 0) => {
    const event = { pointerType, button } as PointerEvent;
    under = from;
    input.down(event);
    under = to;
    input.up(event);
  };
  const key = (name: string, shiftKey = false) => {
    let taken = false;
    input.key({
      key: name,
      shiftKey,
      preventDefault: () => (taken = true),
      stopPropagation: () => undefined,
    } as unknown as KeyboardEvent);
    return taken;
  };

  it('with a mouse plays at once, unless it slid or another button was used', () => {
    press('mouse', 7, 7);
    press('mouse', 7, 8);
    press('mouse', 7, 7, 2);
    press('mouse', null, 7);
    expect(chosen).toEqual([7]);
  });

  it('with a finger aims first, slides, and plays where it is confirmed', () => {
    press('touch', 7, 8);
    expect(surface.aim).toBe(8);
    expect(chosen).toEqual([]);
    press('touch', 8, 8);
    expect(chosen).toEqual([8]);
    expect(surface.aim).toBeNull();
  });

  describe('where points are close together', () => {
    const finger = { pointerType: 'touch', button: 0 } as PointerEvent;
    const hold = (at: number) => {
      crowded = true;
      under = at;
      input.down(finger);
      vi.advanceTimersByTime(200);
    };
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('a finger that stays sees the point enlarged, slides to another, and plays when it is lifted', () => {
      hold(7);
      expect(input.loupe).toBe(7);
      under = 8;
      input.move(finger);
      expect(input.loupe).toBe(8);
      expect(chosen).toEqual([]);
      input.up(finger);
      expect(chosen).toEqual([8]);
      expect(input.loupe).toBeNull();
    });

    it('a finger that slides away from the board plays nothing', () => {
      hold(7);
      under = null;
      input.move(finger);
      expect(input.loupe).toBeNull();
      input.up(finger);
      expect(chosen).toEqual([]);
      expect(surface.aim).toBeNull();
    });

    it('a tap still only aims', () => {
      crowded = true;
      press('touch', 7, 7);
      expect(surface.aim).toBe(7);
      expect(chosen).toEqual([]);
    });

    it('who always wants to confirm does so here too', () => {
      const careful = { ...surface, confirm: 'always' as const };
      input = new Input(careful, 112);
      hold(7);
      input.up(finger);
      expect(chosen).toEqual([]);
      expect(careful.aim).toBe(7);
    });
  });

  it('does not aim where nothing can be put: the reason is wanted at once', () => {
    press('touch', 9, 9);
    expect(chosen).toEqual([9]);
  });

  it('confirms always or never if that is wished', () => {
    input = new Input({ ...surface, confirm: 'never' }, 112);
    press('touch', 7, 7);
    expect(chosen).toEqual([7]);
    const careful = { ...surface, confirm: 'always' as const };
    input = new Input(careful, 112);
    press('mouse', 7, 7);
    expect(chosen).toEqual([7]);
    expect(careful.aim).toBe(7);
  });

  it('with the keyboard moves a cursor that stays on the board, and plays with Enter', () => {
    expect(key('ArrowRight')).toBe(true);
    expect(input.cursor).toBe(113);
    for (let i = 0; i < 5; i++) key('ArrowUp', true);
    expect(input.cursor).toBe(8);
    expect(input.shown).toBe(8);
    key('Enter');
    expect(chosen).toEqual([8]);
  });

  it('leaves keys alone that are not its own', () => {
    expect(key('u')).toBe(false);
    expect(input.keyboard).toBe(false);
  });

  it('shows the pointer again when the keyboard is left', () => {
    key('ArrowRight');
    under = 20;
    input.move({} as PointerEvent);
    expect(input.shown).toBe(20);
    input.leave();
    expect(input.shown).toBeNull();
  });

  it('only looks when nothing may be chosen', () => {
    input = new Input({ ...surface, interactive: false }, 112);
    press('mouse', 7, 7);
    key('Enter');
    expect(chosen).toEqual([]);
  });
});
