/**
 * In place of Emotion's list of all attributes of HTML and SVG: whether an element gets a prop that styles nothing. The
 * types of elements know their attributes.
 */
export default function isPropValid(name) {
  return name !== 'as' && name !== 'asChild' && name !== 'theme'
}
