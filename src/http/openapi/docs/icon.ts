export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b5d4f"/>
<path fill="#fff" d="M16 6 6 11.500V14h20v-2.500zM8 15.500h2.500V22H8z
M14.750 15.500h2.500V22h-2.500zM21.500 15.500H24V22h-2.500zM6 23.500h20V26H6z"/></svg>`;
