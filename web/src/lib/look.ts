import { prefersReducedMotion } from 'svelte/motion';
import type { BoardLook, PointFacts } from '../board/types';
import { t } from '../i18n/index.svelte';
import { settings } from './settings.svelte';
import { colorName } from './words';

function describe({ name, stone, isLast, reason, mark, heat }: PointFacts): string {
  const parts = [name];
  if (stone) {
    parts.push(colorName(stone.color));
    if (stone.n) parts.push(t('board.move', { n: stone.n }));
    if (isLast) parts.push(t('board.last'));
  } else parts.push(t('board.empty'));
  if (reason) parts.push(reason);
  if (mark) parts.push(t(`mark.${mark}`));
  if (heat) parts.push(heat);
  return parts.join(', ');
}

/**
 * The board as the settings want it, in the language of the page: `<Board {...look} … />`.
 * Getters, so that every board follows a change of the settings.
 */
export const look: BoardLook = {
  get shading() {
    return settings.stones === 'flat' ? 'flat' : 'round';
  },
  get numbers() {
    return settings.stones === 'numbered';
  },
  get coordinates() {
    return settings.coordinates;
  },
  get letters() {
    return settings.letters;
  },
  get animated() {
    return settings.animation && !prefersReducedMotion.current;
  },
  get showForbidden() {
    return settings.showForbidden;
  },
  get confirm() {
    return settings.confirm;
  },
  describe,
};
