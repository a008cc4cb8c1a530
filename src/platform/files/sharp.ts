import sharp from 'sharp'

// Loaded in sandboxes alone. Only these readers exist, and they read from a path: vector formats and documents have none.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Tiff'].map((format) => `VipsForeignLoad${format}File`) })
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
export type { Sharp } from 'sharp'
