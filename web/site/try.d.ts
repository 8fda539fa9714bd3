/** Fails with what is missing if the engine cannot play a game. */
export function playAGame(engine: Uint8Array): Promise<void>;
