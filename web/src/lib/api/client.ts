import { host } from './chosen';
import { Unreachable, type Answer } from './host';
import type {
  ApiError,
  Catalogue,
  Created,
  Exported,
  ExportRequest,
  GameSnapshot,
  Hello,
  Imported,
  ImportRequest,
  LibraryPage,
  LibraryQuery,
  MoveReasoning,
  NewGame,
  PositionInput,
  PositionView,
  RecordView,
  SavedAnalysis,
  Spot,
  Stored,
  Transform,
  Transformed,
  ReadFault,
  TreeLevel,
  UserSettings,
} from './types';

/** A refusal of the server, or the news that it cannot be reached (`code` `offline`). */
export class ApiFailure extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly remedy: string | null,
    /** What is wrong with a file that cannot be read. */
    readonly fault: ReadFault | null = null,
  ) {
    super(text);
  }

  /** What the server said went wrong. */
  static of({ code, text, remedy, fault }: ApiError): ApiFailure {
    return new ApiFailure(code, text, remedy, fault ?? null);
  }
}

function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'code' in value && 'text' in value;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Answer;
  try {
    answer = await host().request(method, path, body);
  } catch (error) {
    if (error instanceof Unreachable) throw new ApiFailure('offline', 'The program does not answer.', null);
    throw error;
  }
  if (answer.status >= 200 && answer.status < 300) return answer.body as T;
  if (isApiError(answer.body)) throw ApiFailure.of(answer.body);
  throw new ApiFailure('internal', `The program answered ${answer.status}.`, null);
}

function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return entries.length ? `?${new URLSearchParams(entries.map(([k, v]) => [k, String(v)])).toString()}` : '';
}

const part = encodeURIComponent;

export const api = {
  hello: () => ask<Hello>('GET', 'hello'),
  catalogue: () => ask<Catalogue>('GET', 'catalogue'),
  settings: () => ask<UserSettings>('GET', 'settings'),
  saveSettings: (settings: UserSettings) => ask<UserSettings>('PUT', 'settings', settings),
  newGame: (game: Partial<NewGame>) => ask<Created>('POST', 'games', game),
  games: (search: Partial<LibraryQuery>) => ask<LibraryPage>('GET', 'games' + query(search)),
  game: (id: string) => ask<GameSnapshot>('GET', `games/${part(id)}`),
  deleteGame: (id: string) => ask<undefined>('DELETE', `games/${part(id)}`),
  reasoning: (id: string, ply: number) => ask<MoveReasoning>('GET', `games/${part(id)}/reasoning/${ply}`),
  tree: (id: string, ply: number, path: Spot[]) =>
    ask<TreeLevel>('GET', `games/${part(id)}/reasoning/${ply}/tree?path=${path.join(',')}`),
  record: (id: string) => ask<RecordView>('GET', `games/${part(id)}/record`),
  exportGame: (id: string, format: string) => ask<Exported>('GET', `games/${part(id)}/export` + query({ format })),
  storeAnalysis: (analysis: SavedAnalysis) => ask<Stored>('POST', 'analyses', analysis),
  analysis: (id: string) => ask<SavedAnalysis>('GET', `analyses/${part(id)}`),
  replaceAnalysis: (id: string, analysis: SavedAnalysis) => ask<SavedAnalysis>('PUT', `analyses/${part(id)}`, analysis),
  deleteAnalysis: (id: string) => ask<undefined>('DELETE', `analyses/${part(id)}`),
  import: (request: ImportRequest) => ask<Imported>('POST', 'import', request),
  export: (request: ExportRequest) => ask<Exported>('POST', 'export', request),
  position: (input: PositionInput) => ask<PositionView>('POST', 'position', input),
  transform: (position: PositionInput, by: Transform) => ask<Transformed>('POST', 'tools/transform', { position, by }),
};
