import { useEffect } from 'react'

/** While a component is shown, pages print as A4. @param margin CSS lengths, such as '0' or '14mm 16mm' */
export function usePrintPage(margin: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { size: A4; margin: ${margin} }`)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [margin])
}
