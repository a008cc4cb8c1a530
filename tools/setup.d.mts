export declare const root: string
export declare const nodePath: () => string
export declare const ensurePackages: (options?: { withTests?: boolean }) => Promise<void>
export declare const ensureBrowserBuild: () => Promise<void>
export declare class SetupError extends Error {}
