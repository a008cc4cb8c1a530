import { marked } from 'marked'
import text from '../../../docs/api.md?raw'

/** Headings begin below that of the page; addresses of other files of the project lead nowhere from here, so that their words stay without a link. */
const html = marked.parse(text.replace(/^# .*\n/, ''), { async: false }).replaceAll(/<a href="(?!#|https?:)[^"]*">(.*?)<\/a>/g, '$1')

/** docs/api.md: how to sign in, page, save and retry, with examples. It is the project's own text. */
// oxlint-disable-next-line react/no-danger
export const Guide = () => <div className="api-guide" dangerouslySetInnerHTML={{ __html: html }} />
