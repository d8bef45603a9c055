/** A bridge, which is what the name says. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#123f7a"/>
<path d="M4 21h24M7 21V11m18 10V11M7 11c3 6 15 6 18 0M12 21v-6m4 6v-5m4 5v-6" fill="none"
stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`;
