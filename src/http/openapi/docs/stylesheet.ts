export const stylesheet = `body { margin: 0; background: #fbfbfa; }
`;
