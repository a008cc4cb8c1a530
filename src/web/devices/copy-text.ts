/** Puts a text on the clipboard; a page without TLS has none of its own and copies the old way. Throws when the browser forbids it. */
export const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put)
  try {
    if (!document.execCommand('copy')) throw new Error('The browser does not copy.')
  } finally {
    document.removeEventListener('copy', put)
  }
}
