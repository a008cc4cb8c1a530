import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'

const FONTS = { 'DejaVuSans.ttf': 'sans-serif', 'DejaVuSerif.ttf': 'serif', 'DejaVuSansMono.ttf': 'monospace' }

/** Many PDFs leave the common fonts to the machine, and a bare server has none: then the documents' own fonts stand in for them. */
export const fallBackToOwnFonts = (): void => {
  if (GlobalFonts.families.length > 0) return
  for (const [file, family] of Object.entries(FONTS))
    GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}`)), family)
}
