import { t } from '../i18n/index.svelte';
import type { GameEvent, GameEventKind, GameSnapshot } from './api/types';
import { speak, toast } from './app.svelte';
import { play as sound } from './sound';
import { colorName, nameOf, noticeText, outcomeText, pendingText } from './words';

function announceOne(what: GameEventKind, now: GameSnapshot): void {
  switch (what.type) {
    case 'played': {
      sound(what.captured.length ? 'capture' : 'stone');
      const color = now.moves.findLast((move) => move.point === what.point)?.color ?? 'black';
      const took = what.captured.length ? ', ' + t('moves.took', { n: what.captured.length }) : '';
      speak(`${colorName(color)} ${nameOf(what.point, now.position.size)}${took}`);
      break;
    }
    case 'ended':
      if (!now.outcome) break;
      sound('end');
      speak(outcomeText(now.outcome), true);
      break;
    case 'undone':
      speak(t('say.undone'));
      break;
    case 'draw_declined':
      toast(t(now[what.seat].opponent ? 'draw.declined' : 'draw.declined.person'));
      break;
    case 'trouble': {
      const notice = now.notices.at(-1);
      if (notice) toast(noticeText(notice), 'bad');
      break;
    }
  }
}

/** Makes what happened in a game heard: by sounds, by the screen reader, and by a few words on the page. */
export function announce(events: GameEvent[], now: GameSnapshot): void {
  for (const { what } of events) announceOne(what, now);
  const { pending } = now.position;
  if (pending && events.some(({ what }) => what.type === 'played')) speak(pendingText(pending.owner), true);
}
