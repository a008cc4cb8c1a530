export * from './free.ts'
export * from './sessions.ts'
export * from './slots.ts'
