declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
declare module 'virtual:text-files' {
  const files: Readonly<Record<'sw' | 'fr', string>>
  export default files
}
declare module 'virtual:manual/*' {
  import type { ManualPage } from '#web/help/manual-page.ts'
  const pages: readonly ManualPage[]
  export default pages
}
