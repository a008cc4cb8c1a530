declare module 'virtual:portal-texts/*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
