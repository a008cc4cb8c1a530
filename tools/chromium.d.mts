export declare const findChromium: () => string | undefined
export declare const ensureChromium: () => string | undefined
