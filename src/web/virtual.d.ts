declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
declare module 'virtual:text-files' {
  const files: Readonly<Record<'sw' | 'fr', string>>
  export default files
}
declare module 'virtual:manual/*' {
  const pages: readonly import('./help/manual-page.ts').ManualPage[]
  export default pages
}
