declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
declare module 'virtual:text-files' {
  const files: Readonly<Record<'sw' | 'fr', string>>
  export default files
}
