declare module 'virtual:public-texts/*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
declare module 'virtual:palette.css'
declare module 'virtual:measures.css'
