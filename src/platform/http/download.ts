/** Content-Disposition by RFC 6266: a plain ASCII name for old clients, the real one in UTF-8 beside it. */
export const contentDisposition = (filename: string, inline: boolean) => {
  const ascii = filename.replace(/[^\w. -]/g, '_')
  const utf8 = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
